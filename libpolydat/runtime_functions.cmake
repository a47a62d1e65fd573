# The functions of nodes/native/runtime.h: objects of LLVM's libc, and pow of musl, each with its entry renamed (sin becomes
# polydat_sin), so that they neither are nor hide the C library's. Their last bit depends on nothing but their arguments: none
# chooses its code by CPU (design D5). LLVM's own pow gives wrong signs and non-zero values where the result is past the range.

find_file(POLYDAT_LLVM_LIBC libllvmlibc.a PATHS /usr/lib/llvm-22/lib NO_DEFAULT_PATH REQUIRED)
find_file(POLYDAT_MUSL libc.a PATHS /usr/lib/${CMAKE_SYSTEM_PROCESSOR}-linux-musl NO_DEFAULT_PATH REQUIRED)
find_program(POLYDAT_OBJCOPY NAMES objcopy llvm-objcopy-19 REQUIRED)

set(libm_folder ${CMAKE_CURRENT_BINARY_DIR}/libm)
file(MAKE_DIRECTORY ${libm_folder})
set(libm_objects)

# polydat_OURS from the entry of that archive; MEMBERS are what the entry needs besides itself.
function(add_runtime_function ours entry archive)
  set(object ${libm_folder}/polydat_${ours}.o)
  set(joined ${libm_folder}/${ours}_joined.o)
  add_custom_command(
    OUTPUT ${object}
    COMMAND ${CMAKE_AR} x ${archive} ${ARGN}
    COMMAND ${CMAKE_LINKER} -r -o ${joined} ${ARGN}
    COMMAND ${POLYDAT_OBJCOPY} --redefine-sym ${entry}=polydat_${ours} --redefine-sym fabs=polydat_fabs ${joined} ${object}
    DEPENDS ${archive}
    WORKING_DIRECTORY ${libm_folder}
    COMMENT "polydat_${ours} out of ${archive}"
    VERBATIM)
  set(libm_objects ${libm_objects} ${object} PARENT_SCOPE)
endfunction()

foreach(entry sin cos tan asin acos atan2 exp fmod)
  add_runtime_function(${entry} ${entry} ${POLYDAT_LLVM_LIBC} ${entry}.cpp.o)
endforeach()
add_runtime_function(ln log ${POLYDAT_LLVM_LIBC} log.cpp.o)
add_runtime_function(pow pow ${POLYDAT_MUSL}
  pow.lo pow_data.lo exp_data.lo __math_oflow.lo __math_uflow.lo __math_xflow.lo __math_invalid.lo fabs.lo)

# The one function that is made of another, and all of them as one object for exported code.
set(POLYDAT_RUNTIME_OBJECT ${libm_folder}/runtime.o)
set(made_of_others ${CMAKE_CURRENT_SOURCE_DIR}/nodes/native/runtime_atan.c)
add_custom_command(
  OUTPUT ${POLYDAT_RUNTIME_OBJECT} ${libm_folder}/polydat_atan.o
  COMMAND ${CMAKE_CXX_COMPILER} -x c -O2 -fPIC -c ${made_of_others} -o ${libm_folder}/polydat_atan.o
  COMMAND ${CMAKE_LINKER} -r -o ${POLYDAT_RUNTIME_OBJECT} ${libm_objects} ${libm_folder}/polydat_atan.o
  DEPENDS ${libm_objects} ${made_of_others}
  COMMENT "The runtime functions as one object"
  VERBATIM)

list(APPEND libm_objects ${libm_folder}/polydat_atan.o)
set_source_files_properties(${libm_objects} PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
target_sources(polydat PRIVATE ${libm_objects})
# A target of their own: the JIT object needs them too, and polydat is built after it.
add_custom_target(polydat_libm DEPENDS ${libm_objects} ${POLYDAT_RUNTIME_OBJECT})
