#include "jit/link_session.h"

#include <llvm/ExecutionEngine/Orc/ExecutorProcessControl.h>

namespace polydat::jit {

namespace {

// Linking happens on the thread that asks, so what the session reports about it comes on that thread too.
thread_local std::string reported;

}  // namespace

LinkSession::LinkSession(std::unique_ptr<llvm::orc::ExecutorProcessControl> process)
    : session_(std::move(process)), linking_(session_), helpers_(session_.createBareJITDylib("helpers")) {
  session_.setErrorReporter([](llvm::Error error) {
    if (!reported.empty()) reported += "; ";
    reported += llvm::toString(std::move(error));
  });
}

llvm::Expected<std::unique_ptr<LinkSession>> LinkSession::create(std::span<const RuntimeSymbol> helpers,
                                                                 std::span<const RuntimeSymbol> more_helpers) {
  auto process = llvm::orc::SelfExecutorProcessControl::Create(nullptr, std::make_unique<llvm::orc::InPlaceTaskDispatcher>());
  if (!process) return process.takeError();
  std::unique_ptr<LinkSession> made(new LinkSession(std::move(*process)));
  llvm::orc::SymbolMap map;
  const auto flags = llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable;
  for (const auto list : {helpers, more_helpers})
    for (const RuntimeSymbol& symbol : list)
      map.try_emplace(made->session_.intern(symbol.name), llvm::orc::ExecutorAddr::fromPtr(symbol.address), flags);
  if (llvm::Error error = made->helpers_.define(llvm::orc::absoluteSymbols(std::move(map)))) return error;
  return made;
}

llvm::Expected<LinkedObjects> LinkSession::link(std::vector<std::unique_ptr<llvm::MemoryBuffer>> objects,
                                                const std::vector<std::string>& names) {
  LinkedObjects linked;
  linked.number = ++images_;
  linked.dylib = &session_.createBareJITDylib("image" + std::to_string(linked.number));
  linked.dylib->addToLinkOrder(helpers_);
  reported.clear();
  const auto fail = [&](llvm::Error error) -> llvm::Error {
    std::string text = llvm::toString(std::move(error));
    if (!reported.empty()) text += ": " + reported;
    release(*linked.dylib);
    return llvm::createStringError("cannot link generated code: " + llvm::Twine(text));
  };
  for (std::unique_ptr<llvm::MemoryBuffer>& object : objects)
    if (llvm::Error error = linking_.add(*linked.dylib, std::move(object))) return fail(std::move(error));
  llvm::orc::SymbolLookupSet wanted;
  std::vector<llvm::orc::SymbolStringPtr> interned;
  for (const std::string& name : names) {
    interned.push_back(session_.intern(name));
    wanted.add(interned.back());
  }
  auto found = session_.lookup(llvm::orc::makeJITDylibSearchOrder(linked.dylib), std::move(wanted));
  if (!found) return fail(found.takeError());
  for (const llvm::orc::SymbolStringPtr& name : interned) linked.addresses.push_back((*found)[name].getAddress().getValue());
  return linked;
}

void LinkSession::release(llvm::orc::JITDylib& dylib) {
  // Removing fails only for a library that is not in the session.
  llvm::consumeError(session_.removeJITDylib(dylib));
}

}  // namespace polydat::jit
