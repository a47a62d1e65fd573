#include "jit/object_facts.h"

#include <llvm/Object/ELFObjectFile.h>
#include <llvm/Object/ObjectFile.h>

namespace polydat::jit {

llvm::Expected<ObjectFacts> read_object_facts(llvm::MemoryBufferRef object) {
  auto file = llvm::object::ObjectFile::createObjectFile(object);
  if (!file) return file.takeError();
  ObjectFacts facts;
  for (const llvm::object::SectionRef& section : (*file)->sections())
    if (section.isText()) facts.code_bytes += section.getSize();
  for (const llvm::object::SymbolRef& symbol : (*file)->symbols()) {
    auto type = symbol.getType();
    auto name = symbol.getName();
    if (!type || !name) {
      llvm::consumeError(type.takeError());
      llvm::consumeError(name.takeError());
      continue;
    }
    if (*type == llvm::object::SymbolRef::ST_Function) facts.function_size[name->str()] = llvm::object::ELFSymbolRef(symbol).getSize();
  }
  return facts;
}

}  // namespace polydat::jit
