// The producer object.
#include "graph/producer.h"

namespace polydat {

namespace {

struct Producer : ExtBox {
  explicit Producer(const Comprehension& comprehension) : text(comprehension.text) {
    for (const Comprehension::Element& element : comprehension.elements) elements.push_back(element.name);
    const std::optional<std::uint64_t> size = known_cardinality(comprehension);
    cardinality = size.has_value() ? "Bounded(" + std::to_string(*size) + ")" : "Unknown";
  }
  std::string_view type_name() const override { return "producer"; }
  std::string display() const override { return "for " + text; }
  JsonTree to_json() const override {
    JsonTree tree = JsonTree::object();
    tree["for"] = text;
    tree["elements"] = elements;
    tree["cardinality"] = cardinality;
    return tree;
  }

  std::string text;
  std::vector<std::string> elements;
  std::string cardinality;
};

}  // namespace

std::shared_ptr<const ExtBox> make_producer(const Comprehension& comprehension) { return std::make_shared<Producer>(comprehension); }

}  // namespace polydat
