#include "render/viewer_data.hpp"

#include "base/error.hpp"
#include "render/html.hpp"
#include "render/json.hpp"
#include "render/viewer_script.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>

namespace bouton::render {

namespace {

constexpr std::int64_t kLargest = 32767;

/// Without the time of its making: the same values give the same page.
std::string gzipped(const std::string& bytes) {
    z_stream stream{};
    constexpr int kGzip = 15 + 16;
    if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, kGzip, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        throw over_limit("no memory to pack the values of a figure");
    std::string result(deflateBound(&stream, static_cast<uLong>(bytes.size())) + 32, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream.avail_in = static_cast<uInt>(bytes.size());
    stream.next_out = reinterpret_cast<Bytef*>(result.data());
    stream.avail_out = static_cast<uInt>(result.size());
    const int done = deflate(&stream, Z_FINISH);
    result.resize(stream.total_out);
    deflateEnd(&stream);
    if (done != Z_STREAM_END) throw over_limit("the values of a figure could not be packed");
    return result;
}

/// Little endian, as in every browser.
class Numbers {
  public:
    void add(std::int64_t number) {
        fits_ = fits_ && number >= -kLargest && number <= kLargest;
        const auto bits = static_cast<std::uint16_t>(number);
        bytes_ += static_cast<char>(bits & 0xFF);
        bytes_ += static_cast<char>(bits >> 8);
    }
    bool fits() const { return fits_; }
    const std::string& bytes() const { return bytes_; }

  private:
    std::string bytes_;
    bool fits_ = true;
};

}  // namespace

std::string base64(std::string_view bytes) {
    constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        std::uint32_t three = 0;
        const std::size_t here = std::min<std::size_t>(3, bytes.size() - i);
        for (std::size_t j = 0; j < 3; ++j)
            three = three << 8 | (j < here ? static_cast<unsigned char>(bytes[i + j]) : 0U);
        for (std::size_t j = 0; j < 4; ++j) text += j <= here ? digits[three >> (18 - 6 * j) & 63] : '=';
    }
    return text;
}

std::string viewer_attributes(const ValueBox& box) {
    Numbers numbers;
    for (const std::int64_t value : box.values) numbers.add(value);
    for (const std::vector<ValueBox::Run>& runs : box.moves) {
        numbers.add(static_cast<std::int64_t>(runs.size()));
        for (const ValueBox::Run& run : runs) {
            numbers.add(run.count);
            for (const std::int64_t each : run.first) numbers.add(each);
            for (const std::int64_t each : run.step) numbers.add(each);
        }
    }
    if (!numbers.fits()) return "";
    Json axes = Json::array(), words = Json::array();
    for (const Axis& axis : box.axes) axes.push_back({{"name", axis.name}, {"from", axis.from}, {"to", axis.to}});
    if (box.outcomes) words = {"P", "N"};
    return fmt::format(" data-axes=\"{}\" data-words=\"{}\" data-box=\"{}\"", html(axes.dump()), html(words.dump()),
                       base64(gzipped(numbers.bytes())));
}

std::string_view viewer_script() { return kViewerScript; }

std::string viewer_policy() {
    const std::string_view hex = kViewerHash;
    std::string digest;
    for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
        digest += static_cast<char>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16));
    return fmt::format("default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src 'sha256-{}'",
                       base64(digest));
}

}  // namespace bouton::render
