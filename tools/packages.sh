# The Debian packages that Bouton needs; what each is for stands in docs/dependencies.md. Sourced by ./bouton and ./test.

run_packages=(
    g++ cmake ninja-build python3
    tao-pegtl-dev libcli11-dev libfmt-dev nlohmann-json3-dev libtbb-dev libhwy-dev libxxhash-dev libboost-dev libgmp-dev libz3-dev
    libcairo2-dev libpng-dev zlib1g-dev libsqlite3-dev fonts-dejavu-core
)

python_packages=(pybind11-dev python3-dev python3-numpy)

# The page (web/build): the compiler to WebAssembly, the headers that are compiled along with the library, GMP's source. Node and npm are taken
# as they are found, Debian's only if there are none.
web_packages=(
    emscripten cmake ninja-build python3 dpkg-dev make gcc m4
    tao-pegtl-dev libfmt-dev nlohmann-json3-dev libhwy-dev libxxhash-dev libboost-dev libz3-dev
)

# Several machines for one atlas (docs/atlas.md); the module is built where these are.
mpi_packages=(libopenmpi-dev openmpi-bin)

packing_packages=(dpkg-dev patchelf xz-utils)

test_packages=(
    "${run_packages[@]}"
    python3 python3-numpy python3-jsonschema libgtest-dev librapidcheck-dev
    clang libclang-rt-14-dev clang-format cvc5 librsvg2-bin poppler-utils chromium
    texlive-latex-base texlive-latex-recommended
    "${packing_packages[@]}" lintian man-db
    "${python_packages[@]}" python3-pytest mypy jupyter-nbconvert python3-ipykernel
    coq
    "${mpi_packages[@]}" shellcheck slurmctld slurmd slurm-client munge
)

coverage_packages=(
    "${test_packages[@]}"
    lcov
)
