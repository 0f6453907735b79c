# What `cmake --install` copies, in two parts: `program` (bouton, its games and papers, manual page, completions) and `development`, so
# that another project can say find_package(bouton) and link bouton::bouton, or a component of it. cmake/package.cmake packs them.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/bouton)

set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME development)
install(TARGETS bouton-core EXPORT bouton-targets FILE_SET HEADERS)
if(NOT BOUTON_CORE_ONLY)
    install(TARGETS bouton bouton-files bouton-proofs bouton-pictures bouton-atlas EXPORT bouton-targets)

    install(TARGETS bouton-cli COMPONENT program)
    if(BOUTON_MPI)
        # A folder deeper than CPack looks for libraries of the system, for which it would call ldconfig.
        install(TARGETS bouton-mpi LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/bouton/modules COMPONENT mpi)
    endif()
    install(DIRECTORY games papers DESTINATION ${CMAKE_INSTALL_DATADIR}/bouton COMPONENT program FILES_MATCHING PATTERN "*.bouton")
    # The Coq library that `prove --formal` compiles.
    install(DIRECTORY formal DESTINATION ${CMAKE_INSTALL_DATADIR}/bouton COMPONENT program
        FILES_MATCHING PATTERN "*.v" PATTERN examples EXCLUDE PATTERN check.v EXCLUDE)
    # Made by the program from its own declaration of commands, each time it is linked.
    set(manual ${PROJECT_BINARY_DIR}/manual)
    file(MAKE_DIRECTORY ${manual})
    foreach(kind man bash zsh fish)
        add_custom_command(TARGET bouton-cli POST_BUILD COMMAND bouton-cli manual ${kind} > ${manual}/${kind} VERBATIM)
    endforeach()
    install(FILES ${manual}/bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME bouton COMPONENT program)
    install(FILES ${manual}/zsh DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions RENAME _bouton COMPONENT program)
    install(FILES ${manual}/fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d RENAME bouton.fish COMPONENT program)
endif()

install(EXPORT bouton-targets NAMESPACE bouton:: DESTINATION ${package_dir})
configure_package_config_file(cmake/bouton-config.cmake.in ${PROJECT_BINARY_DIR}/bouton-config.cmake
    INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/bouton-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/bouton-config.cmake ${PROJECT_BINARY_DIR}/bouton-config-version.cmake
    DESTINATION ${package_dir})
