// Folders that are replaced as a whole or not at all, files that are read within bounds, and texts that steer no terminal.
#include "store/folder.hpp"

#include "base/text.hpp"
#include "store/input.hpp"
#include "unit/support.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace bouton::unit {
namespace {

namespace fs = std::filesystem;

class Folders : public testing::Test {
  protected:
    Folders() {
        std::string name = (fs::temp_directory_path() / "bouton-folder-XXXXXX").string();
        root_ = mkdtemp(name.data());
    }
    ~Folders() override { fs::remove_all(root_); }

    std::string path(const std::string& name) const { return (root_ / name).string(); }
    void write(const std::string& name, const std::string& text) const {
        fs::create_directories(fs::path(path(name)).parent_path());
        std::ofstream(path(name)) << text;
    }
    /// All files, with their contents.
    std::string all() const {
        std::vector<std::string> lines;
        for (const auto& entry : fs::recursive_directory_iterator(root_))
            if (entry.is_regular_file())
                lines.push_back(entry.path().lexically_relative(root_).string() + "=" + text_of_file(entry.path()));
        std::sort(lines.begin(), lines.end());
        return fmt::format("{}", fmt::join(lines, " "));
    }
    std::size_t entries() const {
        return static_cast<std::size_t>(std::distance(fs::directory_iterator(root_), fs::directory_iterator()));
    }

    fs::path root_;
};

TEST_F(Folders, ReplacedAsAWhole) {
    write("x/a", "old");
    write("x/b", "old");
    write("x/mine/c", "mine");
    {
        store::NewFolder folder(path("x"));
        std::ofstream(folder.path() + "/a") << "new";
        folder.carry_over([](const std::string& name) { return name == "mine" || name == "a"; });
        EXPECT_NE(all().find("x/a=old x/b=old x/mine/c=mine"), std::string::npos) << all();
        folder.commit();
    }
    EXPECT_EQ(all(), "x/a=new x/mine/c=mine");
    EXPECT_EQ(entries(), 1u);
}

TEST_F(Folders, WithoutCommitNothingHasHappened) {
    write("x/a", "old");
    {
        store::NewFolder folder(path("x"));
        std::ofstream(folder.path() + "/a") << "new";
        store::NewFolder deep(path("y/z/w"));
        std::ofstream(deep.path() + "/a") << "new";
    }
    EXPECT_EQ(all(), "x/a=old");
    EXPECT_EQ(entries(), 1u);
}

TEST_F(Folders, WhatAKilledRunHasLeftIsTakenOver) {
    write(".x.bouton-part/deep/a", "left");
    write(".x.bouton-old/a", "old");  // killed between the two steps of an exchange
    store::NewFolder folder(path("x"));
    EXPECT_TRUE(fs::is_empty(folder.path()));
    EXPECT_EQ(all(), "x/a=old");
    std::ofstream(folder.path() + "/a") << "new";
    folder.commit();
    EXPECT_EQ(all(), "x/a=new");
}

TEST_F(Folders, OneRunAtATime) {
    store::NewFolder first(path("x"));
    EXPECT_NE(failure_of([&] { store::NewFolder second(path("x")); }).message.find("is in use"), std::string::npos);
    EXPECT_TRUE(fs::is_directory(first.path()));
    first.commit();
    store::NewFolder third(path("x"));
}

TEST_F(Folders, AFileIsNoFolder) {
    write("x", "a file");
    EXPECT_EQ(failure_of([&] { store::NewFolder folder(path("x")); }).fault, Fault::input);
    EXPECT_EQ(failure_of([&] { store::NewFolder folder(path("x/y")); }).fault, Fault::input);
    EXPECT_EQ(all(), "x=a file");
}

TEST_F(Folders, PlainFilesAreReadWithinBounds) {
    write("a", "12345");
    EXPECT_EQ(store::read_plain_file(path("a"), 5), "12345");
    EXPECT_EQ(failure_of([&] { store::read_plain_file(path("a"), 4); }).fault, Fault::input);
    fs::create_symlink("a", path("link"));
    ASSERT_EQ(mkfifo(path("pipe").c_str(), 0600), 0);
    for (const std::string& name : {path("link"), path("pipe"), path("none"), path(""), std::string("/dev/zero")})
        EXPECT_EQ(failure_of([&] { store::read_plain_file(name, 100); }).fault, Fault::input) << name;
}

TEST_F(Folders, NoOutputOverAnInput) {
    write("a/g", "game");
    fs::create_hard_link(path("a/g"), path("hard"));
    fs::create_symlink("a/g", path("soft"));
    write("b", "other");
    for (const char* name : {"a/g", "hard", "soft", "a/../a/g"})
        EXPECT_EQ(failure_of([&] { store::require_not_input(path(name), {path("a/g")}); }).fault, Fault::input) << name;
    for (const char* name : {"b", "none"}) store::require_not_input(path(name), {path("a/g")});
    EXPECT_EQ(failure_of([&] { store::require_no_input_in(path("a"), {path("a/g")}); }).fault, Fault::input);
    EXPECT_EQ(failure_of([&] { store::require_no_input_in(root_.string(), {path("a/g")}); }).fault, Fault::input);
    store::require_no_input_in(path("a"), {path("b")});
}

TEST(Texts, NothingSteersATerminal) {
    EXPECT_EQ(printable("a\tb\nc \xc3\xb6"), "a\tb\nc \xc3\xb6");
    for (const char* bad : {"\x1b", "\x07", "\r", "\x7f", "\xc2\x9b", "\xe2\x80\xae", "\xe2\x81\xa6", "\xe2\x80\x8f",
                            "\xd8\x9c", "\xff", "\xe2\x80\xa8"})
        EXPECT_EQ(printable(std::string("a") + bad + "b"),
                  "a\xef\xbf\xbd"
                  "b")
            << static_cast<int>(bad[0]);
    EXPECT_EQ(readable("M\xf6"
                       "bius\r\n"),
              "M\xc3\xb6"
              "bius\r\n");
    EXPECT_EQ(readable("a\xe2\x80\xae\x80"), "a\xef\xbf\xbd\xef\xbf\xbd");
    EXPECT_EQ(readable("\x1b\xc2\x9b"), "\x1b\xc2\x9b");  // which the grammar refuses
}

}  // namespace
}  // namespace bouton::unit
