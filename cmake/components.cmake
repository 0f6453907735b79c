# The library, in components: bouton::core, which needs neither a file system nor threads, Z3 or Cairo; bouton::files, bouton::proofs,
# bouton::pictures and bouton::atlas on top of it; bouton::bouton is all of them. bouton-render, answers as text and pages, is the program's own.
#
# A file belongs to the component whose pattern its path matches, otherwise to core. tests/rooms.py reads these five lines too and sees to
# it that no component includes a file of one that it does not link.
set(files_pattern "^src/(store/|answers/(library|files|known_proofs|instances|identify)[.]|api/named[.])")
set(proofs_pattern "^src/(formal/|discover/|proofs/(goals/|prove[.]|manifest[.]|certificate[.]|cvc5[.])|answers/(theorems|chain)[.]|api/(prove|laws)[.])")
set(pictures_pattern "^src/(draw/|answers/(figures|compare)[.]|api/picture[.])")
set(atlas_pattern "^src/atlas/")
set(render_pattern "^src/(render/|answers/study[.])")

find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(Boost 1.74 REQUIRED)
find_package(pegtl REQUIRED)
find_package(hwy REQUIRED)
if(BOUTON_THREADS)
    find_package(TBB REQUIRED)
endif()
# Linked by name, so that the installed package names no folder of this machine; looked for here, so that a missing one is told at once.
if(BOUTON_GMP)
    find_library(GMP_LIBRARY gmp REQUIRED)
endif()
if(NOT BOUTON_CORE_ONLY)
    find_library(XXHASH_LIBRARY xxhash REQUIRED)
    find_library(Z3_LIBRARY z3 REQUIRED)
    find_library(CAIRO_LIBRARY cairo REQUIRED)
    find_package(PNG REQUIRED)
    find_package(ZLIB REQUIRED)
    find_library(SQLITE_LIBRARY sqlite3 REQUIRED)
endif()

file(GLOB_RECURSE all_sources RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS src/*.cpp)
list(FILTER all_sources EXCLUDE REGEX "^src/(app|mpi)/")
if(BOUTON_THREADS)
    list(REMOVE_ITEM all_sources src/base/parallel_serial.cpp)
else()
    list(REMOVE_ITEM all_sources src/base/parallel_tbb.cpp)
endif()

include(${CMAKE_CURRENT_LIST_DIR}/join.cmake)

# What most files include, read once (docs/performance.md, Build): our own central headers too, whose containers are then instantiated
# once. JSON costs every file that only sees it a quarter of a second, so that core does without.
set(common_headers src/lang/document.hpp src/lang/evaluate.hpp src/lang/statement.hpp <fmt/format.h> <fmt/ranges.h> <algorithm>
    <functional> <map> <memory> <optional> <set> <string> <unordered_map> <vector>)
list(TRANSFORM common_headers REPLACE "^src/" "${PROJECT_SOURCE_DIR}/src/")

# An executable that uses a component's precompiled headers is compiled as that is: with -fPIC, where CMake would say -fPIE.
function(bouton_reuse_headers target component)
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
    target_compile_options(${target} PRIVATE -fPIC)
    target_precompile_headers(${target} REUSE_FROM ${component})
endfunction()

# bouton_component(NAME HEADERS SOURCES...): the target bouton-NAME, for users bouton::NAME. HEADERS is the component whose precompiled
# headers it uses; core and proofs make them.
function(bouton_component name headers)
    add_library(bouton-${name} ${ARGN})
    add_library(bouton::${name} ALIAS bouton-${name})
    set_target_properties(bouton-${name} PROPERTIES EXPORT_NAME ${name})
    target_compile_features(bouton-${name} PUBLIC cxx_std_20)
    if(NOT name STREQUAL core)
        target_link_libraries(bouton-${name} PUBLIC bouton-core)
    endif()
    if(NOT name STREQUAL headers)
        target_precompile_headers(bouton-${name} REUSE_FROM bouton-${headers})
    elseif(name STREQUAL core)
        target_precompile_headers(bouton-core PRIVATE ${common_headers})
    else()
        target_precompile_headers(bouton-${name} PRIVATE ${common_headers} <nlohmann/json.hpp>)
    endif()
    bouton_join(bouton-${name})
endfunction()

set(core_sources ${all_sources})
foreach(component files proofs pictures atlas render)
    set(${component}_sources ${all_sources})
    list(FILTER ${component}_sources INCLUDE REGEX "${${component}_pattern}")
    list(FILTER core_sources EXCLUDE REGEX "${${component}_pattern}")
endforeach()

# Where the time goes: the engines' loops are worth the compiler's full effort. They are a target of their own for the sake of their
# precompiled headers: GCC accepts headers that were made at -O2, but then does not optimise at -O3.
set(hot ${core_sources})
list(FILTER hot INCLUDE REGEX "^src/engines/")
list(FILTER core_sources EXCLUDE REGEX "^src/engines/")
add_library(bouton-engines OBJECT ${hot})
target_compile_options(bouton-engines PRIVATE $<$<CONFIG:Release>:-O3>)
target_precompile_headers(bouton-engines PRIVATE ${common_headers})
bouton_join(bouton-engines)
# So is the enumeration of formulas, for the same reason without them.
set_property(SOURCE src/discover/enumeration.cpp src/discover/expression.cpp APPEND PROPERTY COMPILE_OPTIONS $<$<CONFIG:Release>:-O3>)
set_property(SOURCE src/discover/enumeration.cpp src/discover/expression.cpp PROPERTY SKIP_PRECOMPILE_HEADERS ON)
set_property(SOURCE src/store/format.cpp src/proofs/certificate.cpp src/proofs/manifest.cpp src/answers/known_proofs.cpp
    APPEND PROPERTY COMPILE_DEFINITIONS BOUTON_VERSION="${PROJECT_VERSION}")
set_property(SOURCE src/render/json.cpp APPEND PROPERTY COMPILE_DEFINITIONS
    BOUTON_MAJOR_MINOR="${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}")
set_property(SOURCE src/atlas/store.cpp APPEND PROPERTY COMPILE_DEFINITIONS BOUTON_VERSION="${PROJECT_VERSION}")
# The sweep over subtraction sets is a loop like those of the engines.
set_property(SOURCE src/atlas/subtraction.cpp APPEND PROPERTY COMPILE_OPTIONS $<$<CONFIG:Release>:-O3>)
set_property(SOURCE src/atlas/subtraction.cpp PROPERTY SKIP_PRECOMPILE_HEADERS ON)
# What is remembered as proved counts as long as the language and the checker are the ones that accepted it.
file(GLOB_RECURSE judges CONFIGURE_DEPENDS src/base/linear_*.?pp src/lang/*.?pp src/check/*.?pp)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${judges})
set(checker "")
foreach(judge ${judges})
    file(SHA256 ${judge} hash)
    string(APPEND checker ${hash})
endforeach()
string(SHA256 checker "${checker}")
set_property(SOURCE src/answers/known_proofs.cpp APPEND PROPERTY COMPILE_DEFINITIONS BOUTON_CHECKER="${checker}")

# Users see src/bouton alone. Inside the project all of src is on the include path ("lang/syntax.hpp"), and so are the libraries whose
# headers ours include.
bouton_component(core core ${core_sources} $<TARGET_OBJECTS:bouton-engines>)
target_include_directories(bouton-engines PRIVATE src)
file(GLOB public_headers CONFIGURE_DEPENDS src/bouton/*.hpp)
target_sources(bouton-core PUBLIC FILE_SET HEADERS BASE_DIRS src FILES ${public_headers})
set(core_libraries fmt::fmt hwy::hwy)
if(BOUTON_THREADS)
    list(APPEND core_libraries TBB::tbb)
endif()
foreach(library ${core_libraries}) # for users no more than a library to link
    target_link_libraries(bouton-core PUBLIC $<BUILD_INTERFACE:${library}> PRIVATE $<INSTALL_INTERFACE:${library}>)
endforeach()
target_link_libraries(bouton-core
    PUBLIC $<BUILD_INTERFACE:nlohmann_json::nlohmann_json> $<BUILD_INTERFACE:Boost::headers> PRIVATE $<BUILD_INTERFACE:taocpp::pegtl>)
target_link_libraries(bouton-engines PRIVATE ${core_libraries} Boost::headers)
if(BOUTON_GMP)
    target_compile_definitions(bouton-core PUBLIC $<BUILD_INTERFACE:BOUTON_GMP>)
    target_compile_definitions(bouton-engines PRIVATE BOUTON_GMP)
    target_link_libraries(bouton-core PUBLIC gmp)
endif()
if(BOUTON_CORE_ONLY)
    return()
endif()

bouton_component(files core ${files_sources})
target_link_libraries(bouton-files PUBLIC xxhash)
bouton_component(proofs proofs ${proofs_sources})
target_link_libraries(bouton-proofs PUBLIC bouton-files PRIVATE z3)
bouton_component(pictures core ${pictures_sources})
target_link_libraries(bouton-pictures PRIVATE PNG::PNG cairo)
bouton_component(atlas proofs ${atlas_sources})
target_link_libraries(bouton-atlas PUBLIC bouton-files bouton-pictures PRIVATE sqlite3)
bouton_component(render proofs ${render_sources})
target_link_libraries(bouton-render PUBLIC bouton-proofs bouton-pictures bouton-atlas PRIVATE ZLIB::ZLIB)
# The script of a study's page becomes a string, with the hash by which the page's policy knows it.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS src/render/viewer.js)
file(READ src/render/viewer.js viewer)
string(REGEX REPLACE " *//[^\n]*\n" "\n" viewer "${viewer}")
string(REGEX REPLACE "\n[ \n]+" "\n" viewer "${viewer}")
string(REGEX REPLACE "([,{}])\n" "\\1" viewer "${viewer}")
string(SHA256 viewer_hash "${viewer}")
configure_file(src/render/viewer_script.hpp.in generated/render/viewer_script.hpp @ONLY)
target_include_directories(bouton-render PRIVATE ${PROJECT_BINARY_DIR}/generated)

add_library(bouton INTERFACE)
add_library(bouton::bouton ALIAS bouton)
target_link_libraries(bouton INTERFACE bouton-core bouton-files bouton-proofs bouton-pictures bouton-atlas)
