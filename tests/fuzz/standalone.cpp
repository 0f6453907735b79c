// Fuzz targets without libFuzzer, for compilers that have none: every file that is named once, or  -random=N  inputs of random bytes.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

int main(int count, char** words) {
    for (int i = 1; i < count; ++i) {
        const std::string word = words[i];
        if (word.rfind("-random=", 0) != 0) {
            std::ifstream file(word, std::ios::binary);
            const std::string text{std::istreambuf_iterator<char>(file), {}};
            LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
            continue;
        }
        std::mt19937_64 engine(std::getenv("SEED") ? std::strtoull(std::getenv("SEED"), nullptr, 10) : 1901);
        for (long n = std::atol(word.c_str() + 8); n > 0; --n) {
            std::vector<std::uint8_t> bytes(engine() % 120 + 4);
            for (auto& byte : bytes) byte = static_cast<std::uint8_t>(engine());
            std::ofstream("last-input", std::ios::binary)
                .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
            LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
        }
    }
}
