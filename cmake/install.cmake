# What `cmake --install` copies, so that another project can say find_package(bouton) and link bouton::bouton.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/bouton)

install(TARGETS bouton EXPORT bouton-targets FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/bouton)
if(TARGET bouton-cli)
    install(TARGETS bouton-cli)
endif()
foreach(data games papers)
    if(IS_DIRECTORY ${PROJECT_SOURCE_DIR}/${data})
        install(DIRECTORY ${data} DESTINATION ${CMAKE_INSTALL_DATADIR}/bouton FILES_MATCHING PATTERN "*.bouton")
    endif()
endforeach()

# The Coq library that `prove --formal` compiles.
install(DIRECTORY formal DESTINATION ${CMAKE_INSTALL_DATADIR}/bouton FILES_MATCHING PATTERN "*.v" PATTERN examples EXCLUDE PATTERN check.v EXCLUDE)

install(EXPORT bouton-targets NAMESPACE bouton:: DESTINATION ${package_dir})
configure_package_config_file(cmake/bouton-config.cmake.in ${PROJECT_BINARY_DIR}/bouton-config.cmake
    INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/bouton-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/bouton-config.cmake ${PROJECT_BINARY_DIR}/bouton-config-version.cmake
    DESTINATION ${package_dir})
