# The files of standard modules as one C++ table (graph/standard_modules.h): cmake -DOUTPUT=FILE -DFOLDER=DIR -P embed.cmake
file(GLOB files ${FOLDER}/*.polydat)
list(SORT files)
set(rows "")
foreach(path IN LISTS files)
  file(READ ${path} text)
  get_filename_component(name ${path} NAME)
  string(APPEND rows "    {\"${name}\", R\"polydat(${text})polydat\"},\n")
endforeach()
file(WRITE ${OUTPUT} "// Made from libpolydat/modules by embed.cmake.
#include \"graph/standard_modules.h\"

namespace polydat {

namespace {

constexpr StandardModuleFile kFiles[] = {
${rows}};

}  // namespace

std::span<const StandardModuleFile> standard_module_files() { return kFiles; }

}  // namespace polydat
")
