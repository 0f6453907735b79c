// Proofs, certificates and periods for the command line and whoever else asks: prove, write down, check again.
#pragma once

#include "answers/files.hpp"
#include "answers/periods.hpp"
#include "proofs/prove.hpp"

#include <functional>

namespace bouton::formal {
class Developments;
}

namespace bouton {

/// Every claim of the files. Each proof is re-checked before it counts; `certificates`: the folder they are written to, "" for none;
/// each file's part of it is replaced when all is done, or stays as it was.
/// `developments`: where Coq files go, null for none.
std::vector<ProofVerdict> prove_files(Library& library, const std::vector<std::string>& files,
                                      const std::string& certificates, const std::string& only, const Watch& watch,
                                      const std::function<void(const ProofVerdict&)>& done,
                                      formal::Developments* developments = nullptr);

/// The same for documents, and those of their claims that are wanted. `effort`: see Prover; `known`: hears of what is proved.
std::vector<ProofVerdict> prove_documents(
    const std::vector<lang::DocumentPtr>& documents,
    const std::function<bool(const lang::Document&, const syntax::Claim&)>& wanted, const std::string& certificates,
    const Watch& watch, const std::function<void(const ProofVerdict&)>& done, const KnownProofs& known,
    double effort = 1, formal::Developments* developments = nullptr);

/// Proves the claims that an answer rests on, where that is not known yet; what could not be proved, by name.
std::vector<std::string> prove_laws(const std::vector<const Law*>& laws, const KnownProofs& known, const Watch& watch);

struct RecheckVerdict {
    std::string folder, file, claim, method, generality;
    std::string statement;             // what is proved, as the language writes it
    std::string limits;                // the claim is proved as far as this only
    std::string problem;               // empty: the certificate is good
    std::vector<std::string> remarks;  // cvc5 is not there, or gave up
    bool unreadable = false;           // no certificate could be read there: bad input, not a bad proof
    std::size_t conditions = 0, second_opinions = 0;
    double seconds = 0;
};

/// Every certificate under the folder, from its own texts alone; or, with a file of the user's, those of this file, which must say the same.
/// One that cannot be read, and one that an index names and that is gone, are verdicts like others. Throws bad input, naming the file,
/// where not a single one can be read.
struct RecheckRequest {
    std::string folder;
    lang::DocumentPtr against;  // null: no file
    bool ask_cvc5 = false;
};
std::vector<RecheckVerdict> recheck_folder(const RecheckRequest& request, const Watch& watch,
                                           const std::function<void(const RecheckVerdict&)>& done);

}  // namespace bouton
