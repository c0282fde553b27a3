# Generates Swift from descriptions of HTTP APIs, as a step of a build. CMake 3.20 or newer, with Ninja or Make.
#
#   callsite_generate(<variable> SPEC <description> [OUTPUT <folder>] [SHARDS <number>] [FIXTURES <variable> MODULE <name>] [OPTIONS <option>…])
#
# sets <variable> to the Swift files that the build generates, for add_library or target_sources. They are generated again when a file changes
# that was read for them: the description, what it includes, overlays, callsite.yaml, templates, or Callsite itself.
#
#   SPEC     the description, relative to the current source folder.
#   OUTPUT   the folder of the files; by default one named after <variable> in the current binary folder. Nothing else belongs in it.
#   SHARDS   so many files of models, and as many of requests (1 by default): a build must know their names before it reads the description.
#   FIXTURES sets this variable to a file of functions that make models for tests of the module <name>.
#   OPTIONS  options of `callsite generate`, such as --access public, --namespace Shop, or --overlay corrections.yaml.
#
#   callsite_runtime()
#
# adds the libraries CallsiteRuntime, CallsitePagination, CallsiteTransfers and CallsiteToolkit, which generated code imports, from the sources beside this
# folder. The project needs the languages C and Swift for it.
#
# CALLSITE_EXECUTABLE is the tool, found in PATH if it isn't set.

cmake_minimum_required(VERSION 3.20)
# Paths in dependency files are relative to the folder of a command.
cmake_policy(SET CMP0116 NEW)
find_program(CALLSITE_EXECUTABLE callsite REQUIRED)

function(callsite_generate variable)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "SPEC;OUTPUT;SHARDS;FIXTURES;MODULE" "OPTIONS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "callsite_generate(${variable}): unknown argument '${arg_UNPARSED_ARGUMENTS}'; options of callsite follow OPTIONS")
  endif()
  if(NOT arg_SPEC)
    message(FATAL_ERROR "callsite_generate(${variable}): SPEC is missing: the description to generate from")
  endif()
  if(NOT DEFINED arg_SHARDS)
    set(arg_SHARDS 1)
  endif()
  if(NOT arg_SHARDS MATCHES "^[1-9][0-9]?$")
    message(FATAL_ERROR "callsite_generate(${variable}): SHARDS is '${arg_SHARDS}'; expected a number from 1 to 99")
  endif()
  if(NOT arg_OUTPUT)
    set(arg_OUTPUT "${CMAKE_CURRENT_BINARY_DIR}/${variable}")
  endif()
  get_filename_component(spec "${arg_SPEC}" ABSOLUTE)
  get_filename_component(output "${arg_OUTPUT}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_BINARY_DIR}")

  set(files "${output}/Callsite+API.swift")
  math(EXPR last "${arg_SHARDS} - 1")
  foreach(kind Models Requests)
    foreach(number RANGE ${last})
      if(number LESS 10)
        set(number "0${number}")
      endif()
      list(APPEND files "${output}/Callsite+${kind}${number}.swift")
    endforeach()
  endforeach()

  set(fixtures "")
  if(arg_FIXTURES)
    if(NOT arg_MODULE)
      message(FATAL_ERROR "callsite_generate(${variable}): MODULE is missing: the module whose models the fixtures make")
    endif()
    set(fixtures "${output}.fixtures/Callsite+Fixtures.swift")
    list(APPEND arg_OPTIONS --fixtures "${output}.fixtures" --module "${arg_MODULE}")
    set(${arg_FIXTURES} "${fixtures}" PARENT_SCOPE)
  endif()

  # Callsite leaves a file alone that would be the same, so nothing is compiled again for it. Ninja knows; Make compares times, and would run
  # this each time.
  set(touch "")
  if(CMAKE_GENERATOR MATCHES "Make")
    set(touch COMMAND "${CMAKE_COMMAND}" -E touch ${files} ${fixtures})
  endif()
  add_custom_command(
    OUTPUT ${files} ${fixtures}
    COMMAND "${CALLSITE_EXECUTABLE}" generate --quiet --shards ${arg_SHARDS} --output "${output}" --depfile "${output}.d" ${arg_OPTIONS}
            -- "${spec}"
    ${touch}
    DEPENDS "${spec}" "${CALLSITE_EXECUTABLE}"
    DEPFILE "${output}.d"
    WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}"
    COMMENT "Generating Swift from ${arg_SPEC}"
    VERBATIM)
  set(${variable} ${files} PARENT_SCOPE)
endfunction()

function(callsite_runtime)
  set(sources "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../../Sources/Runtime")
  set(modules CallsiteHTTP CallsiteRuntime CallsitePagination CallsiteTransfers CallsiteToolkit)
  if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
    list(APPEND modules CallsiteLibCurl CallsiteCurl)
  endif()
  foreach(module ${modules})
    file(GLOB_RECURSE files CONFIGURE_DEPENDS "${sources}/${module}/*.swift" "${sources}/${module}/*.c")
    add_library(${module} STATIC ${files})
    if(NOT module STREQUAL CallsiteLibCurl)
      target_compile_options(${module} PRIVATE -swift-version 6 -package-name callsite)
      target_include_directories(${module} INTERFACE "${CMAKE_CURRENT_BINARY_DIR}")
    endif()
  endforeach()
  target_link_libraries(CallsiteRuntime PUBLIC CallsiteHTTP)
  if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
    target_include_directories(CallsiteLibCurl PUBLIC "${sources}/CallsiteLibCurl/include")
    target_link_libraries(CallsiteLibCurl PUBLIC ${CMAKE_DL_LIBS})
    target_compile_definitions(CallsiteCurl PRIVATE CALLSITE_CURL)
    target_link_libraries(CallsiteCurl PUBLIC CallsiteHTTP CallsiteLibCurl)
    target_link_libraries(CallsiteRuntime PUBLIC CallsiteCurl)
  endif()
  target_link_libraries(CallsitePagination PUBLIC CallsiteRuntime)
  target_link_libraries(CallsiteTransfers PUBLIC CallsiteRuntime)
  target_link_libraries(CallsiteToolkit PUBLIC CallsiteRuntime)
endfunction()
