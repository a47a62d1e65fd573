# Tables of names and codes, made from packages: iso-codes of Debian, and those of scripts/data-packages.txt, which scripts/setup
# fetches; a build after that needs no network.

find_package(Python3 REQUIRED COMPONENTS Interpreter)
execute_process(COMMAND ${CMAKE_SOURCE_DIR}/scripts/get-data
  RESULT_VARIABLE get_data_result OUTPUT_VARIABLE name_packages OUTPUT_STRIP_TRAILING_WHITESPACE)
if(NOT get_data_result EQUAL 0)
  message(FATAL_ERROR "The packages of scripts/data-packages.txt cannot be fetched; run scripts/setup once with a network")
endif()
find_path(POLYDAT_ISO_CODES iso_3166-1.json PATHS /usr/share/iso-codes/json NO_DEFAULT_PATH REQUIRED)

set(name_tables ${CMAKE_CURRENT_BINARY_DIR}/name_tables.cpp)
add_custom_command(
  OUTPUT ${name_tables}
  COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/scripts/make-name-tables ${name_packages} ${POLYDAT_ISO_CODES} ${name_tables}
  DEPENDS ${CMAKE_SOURCE_DIR}/scripts/make-name-tables ${CMAKE_SOURCE_DIR}/scripts/data-packages.txt
  COMMENT "Tables of names and codes"
  VERBATIM)
target_sources(polydat PRIVATE ${name_tables})
