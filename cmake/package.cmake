# `cpack` in a build folder makes bouton_VERSION_ARCH.deb (the program) and libbouton-dev (the library, to link). tools/package does that,
# and makes the tarball that runs without installing.
set(CPACK_PACKAGE_NAME bouton)
set(CPACK_PACKAGE_VENDOR "The Bouton authors")
set(CPACK_PACKAGE_CONTACT "The Bouton authors <bouton@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "rules of Nim-like games to values, laws and proofs")
set(CPACK_COMPONENTS_ALL program development)
set(parts program development)
if(BOUTON_PYTHON)
    list(APPEND CPACK_COMPONENTS_ALL python)
    list(APPEND parts python)
endif()
if(BOUTON_MPI)
    list(APPEND CPACK_COMPONENTS_ALL mpi)
    list(APPEND parts mpi)
endif()
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION math)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME bouton)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_DEPENDS "fonts-dejavu-core")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS "coq, cvc5")
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION "Write the rules of a game as you would in a paper: Bouton computes
values, finds laws, checks and proves theorems, draws and plays.")

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libbouton-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
    "libfmt-dev, libhwy-dev, libtbb-dev, libgmp-dev, libxxhash-dev, libz3-dev, libcairo2-dev, libpng-dev, libsqlite3-dev")
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "The library behind the program bouton, with its CMake package:
find_package(bouton), then link bouton::core, or all of it.")

set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-bouton)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SHLIBDEPS ON)
# The extension is for the interpreter that it was made with.
math(EXPR next "${Python3_VERSION_MINOR} + 1")
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS
    "python3 (>= 3.${Python3_VERSION_MINOR}), python3 (<< 3.${next}), python3-numpy, bouton (= ${PROJECT_VERSION})")
set(CPACK_COMPONENT_PYTHON_DESCRIPTION "import bouton: values as NumPy arrays, laws, proofs and pictures of games,
in Python and in notebooks.")

set(CPACK_DEBIAN_MPI_PACKAGE_NAME bouton-mpi)
set(CPACK_DEBIAN_MPI_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_MPI_PACKAGE_DEPENDS "bouton (= ${PROJECT_VERSION}), openmpi-bin")
set(CPACK_COMPONENT_MPI_DESCRIPTION "What `mpirun bouton atlas` loads, so that several machines
make an atlas together.")

# What Debian wants to find beside a package: its licence, and its changes.
set(documents ${PROJECT_BINARY_DIR}/documents)
file(MAKE_DIRECTORY ${documents})
file(READ LICENSE licence)
string(REGEX REPLACE "^MIT License\n+Copyright[^\n]*\n+" "" licence "${licence}")
string(REGEX REPLACE "\n\n" "\n.\n" licence "${licence}")
string(REGEX REPLACE "\n([^\n])" "\n \\1" licence "\n${licence}")
file(WRITE ${documents}/copyright
    "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: bouton\n\nFiles: *\n"
    "Copyright: 2026 The Bouton authors\nLicense: Expat${licence}")
string(TIMESTAMP today "%a, %d %b %Y %H:%M:%S +0000" UTC)
file(WRITE ${documents}/changelog
    "bouton (${PROJECT_VERSION}) unstable; urgency=low\n\n  * What changed: CHANGELOG.md of the source.\n\n"
    " -- ${CPACK_PACKAGE_CONTACT}  ${today}\n")
find_program(GZIP gzip REQUIRED)
execute_process(COMMAND ${GZIP} -9nf ${documents}/changelog COMMAND_ERROR_IS_FATAL ANY)
add_custom_command(TARGET bouton-cli POST_BUILD COMMAND ${GZIP} -9nc ${manual}/man > ${manual}/man.gz VERBATIM)
install(FILES ${manual}/man.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 RENAME bouton.1.gz COMPONENT program)
foreach(part ${parts})
    string(TOUPPER ${part} upper)
    set(name ${CPACK_DEBIAN_${upper}_PACKAGE_NAME})
    file(WRITE ${documents}/${name}
        "# The authors have no common address.\n${name}: bogus-mail-host *\n${name}: bogus-mail-host-in-debian-changelog *\n")
    install(FILES ${documents}/${name} DESTINATION ${CMAKE_INSTALL_DATADIR}/lintian/overrides COMPONENT ${part})
    install(FILES ${documents}/copyright ${documents}/changelog.gz
        DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${name} COMPONENT ${part})
endforeach()
include(CPack)
