// What the wire of a `for` producer carries: the comprehension as an object (types page, 2.5).
#pragma once

#include "graph/comprehension.h"
#include "nodes/ext_value.h"

namespace polydat {

std::shared_ptr<const ExtBox> make_producer(const Comprehension& comprehension);

}  // namespace polydat
