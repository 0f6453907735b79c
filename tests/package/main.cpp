// Fails to compile if an installed header is missing.
#include <bouton/answer.hpp>

int main() {}
