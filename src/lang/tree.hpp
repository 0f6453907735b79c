// What the grammar has matched, as a tree: one node for each rule that is selected, with its children in the order of the text.
//
// PEGTL has such a thing (contrib/parse_tree.hpp); this one does its work in plain functions, of which the compiler makes one each instead
// of dozens for every rule, and needs no clean-up when the reader gives up with an exception: the tree goes away as a whole.
#pragma once

#include <tao/pegtl.hpp>

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace bouton::lang {

template <class Rule> inline constexpr char rule_mark = 0;  // its address tells rules apart

struct Tree {
    const char* rule = nullptr;
    std::string_view text;
    std::size_t line = 0, column = 0;
    std::vector<std::unique_ptr<Tree>> children;

    template <class Rule> bool is_type() const { return rule == &rule_mark<Rule>; }
    std::string string() const { return std::string(text); }
};

/// Told where rules begin, match and fail. What was found inside of a rule that fails is forgotten.
class TreeBuilder {
  public:
    void start(const tao::pegtl::internal::iterator& at) { begun_.push_back({found_.size(), at}); }
    void failure() {
        found_.resize(begun_.back().found);
        begun_.pop_back();
    }
    /// A rule of which there is no node: its parts go to the rule around it.
    void success() { begun_.pop_back(); }
    void success(const char* rule, const char* end) {
        const Begun begun = begun_.back();
        begun_.pop_back();
        auto node = std::make_unique<Tree>();
        node->rule = rule;
        node->text = {begun.at.data, static_cast<std::size_t>(end - begun.at.data)};
        node->line = begun.at.line;
        node->column = begun.at.column;
        const auto first = found_.begin() + static_cast<std::ptrdiff_t>(begun.found);
        node->children.assign(std::make_move_iterator(first), std::make_move_iterator(found_.end()));
        found_.resize(begun.found);
        found_.push_back(std::move(node));
    }
    /// A node without a rule around everything that was found.
    Tree root() {
        Tree result;
        result.children = std::move(found_);
        return result;
    }

  private:
    struct Begun {
        std::size_t found;  // how many nodes there were
        tao::pegtl::internal::iterator at;
    };
    std::vector<Begun> begun_;
    std::vector<std::unique_ptr<Tree>> found_;
};

}  // namespace bouton::lang
