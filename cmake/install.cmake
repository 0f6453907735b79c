# What `cmake --install` copies, so that another project can say find_package(bouton) and link bouton::bouton, or a component of it.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/bouton)

install(TARGETS bouton-core EXPORT bouton-targets FILE_SET HEADERS)
if(NOT BOUTON_CORE_ONLY)
    install(TARGETS bouton bouton-files bouton-proofs bouton-pictures EXPORT bouton-targets)
    install(TARGETS bouton-cli)
    install(DIRECTORY games papers DESTINATION ${CMAKE_INSTALL_DATADIR}/bouton FILES_MATCHING PATTERN "*.bouton")
    # The Coq library that `prove --formal` compiles.
    install(DIRECTORY formal DESTINATION ${CMAKE_INSTALL_DATADIR}/bouton
        FILES_MATCHING PATTERN "*.v" PATTERN examples EXCLUDE PATTERN check.v EXCLUDE)
endif()

install(EXPORT bouton-targets NAMESPACE bouton:: DESTINATION ${package_dir})
configure_package_config_file(cmake/bouton-config.cmake.in ${PROJECT_BINARY_DIR}/bouton-config.cmake
    INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/bouton-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/bouton-config.cmake ${PROJECT_BINARY_DIR}/bouton-config-version.cmake
    DESTINATION ${package_dir})
