// The page is written from top to bottom; its claims by report_claims.cpp. Colours and layout are in report_style.hpp, words that the
// terminal uses too in study_words.cpp.
#include "render/report.hpp"

#include "base/error.hpp"
#include "render/laws.hpp"
#include "render/parts.hpp"
#include "render/proofs.hpp"
#include "render/report_claims.hpp"
#include "render/report_style.hpp"
#include "render/viewer_data.hpp"

namespace bouton::render {

std::string typeset(const std::string& sentence) {
    const std::pair<std::string, std::string> signs[] = {
        {"&lt;=", "≤"}, {"&gt;=", "≥"}, {"P-position", "<span class=\"one\">P-position</span>"}};
    std::string text = html(sentence);
    for (const auto& [typed, printed] : signs)
        for (std::size_t at = text.find(typed); at != std::string::npos; at = text.find(typed, at + printed.size()))
            text.replace(at, typed.size(), printed);
    return text;
}

std::string capital(std::string text) {
    const auto small = [&](std::size_t i) { return i < text.size() && text[i] >= 'a' && text[i] <= 'z'; };
    if ((small(0) && small(1)) || text.starts_with("a ")) text[0] = static_cast<char>(text[0] - 'a' + 'A');
    return text;
}

std::string badge_html(Standing standing, const std::string& text) {
    return fmt::format("<span class=\"badge {}\">{}</span>", words(standing).name, html(text));
}

namespace {

class Page : Writer {
  public:
    explicit Page(const Study& study) : study_(study), claims_(study, *this) {}

    std::string write() {
        head();
        claims_.unexpected();
        claims_.errata();
        summary();
        contents();
        if (!study_.games.empty()) games();
        if (!study_.claims.empty()) claims_.all();
        foot();
        return take();
    }

  private:
    std::string title() const { return study_.title.empty() ? study_.name : study_.title; }

    void head() {
        add("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
            "<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n"
            "<meta name=\"generator\" content=\"Bouton {}\">\n<title>{}</title>\n<style>{}</style>\n</head>\n<body>\n",
            viewer_policy(), html(study_.version), html(one_line(title())), kReportStyle);
        add("<header>\n<h1>{}</h1>\n", html(title()));
        element("<p class=\"by\">", study_.by, "</p>");
        element("<p class=\"source\">", study_.source, "</p>");
        element("<p>", capital(study_.about), "</p>");
        add("</header>\n<main>\n");
    }

    void summary() {
        add("<section class=\"box\" aria-label=\"Summary\">\n<dl>\n");
        std::string list;
        for (std::size_t i = 0; i < study_.games.size(); ++i) list += game_line(study_.games[i], i + 1);
        fact("Games", list.empty() ? "" : "<ul>" + list + "</ul>");
        fact("Claims", tally_list());
        fact("File", "<a href=\"#file\"><code>" + html(study_.file) + "</code></a>");
        fact("Time", time_words(study_.seconds));
        add("</dl>\n</section>\n");
    }

    void contents() {
        add("<nav class=\"contents\" aria-label=\"Contents\">\n<ul>\n");
        if (!study_.games.empty())
            add("<li><a href=\"#games\">{}</a></li>\n", study_.games.size() == 1 ? "The game" : "Games");
        claims_.contents();
        add("<li><a href=\"#file\">The file</a></li>\n</ul>\n</nav>\n");
    }

    static std::string game_line(const GameStudy& game, std::size_t number) {
        return fmt::format("<li><a href=\"#game-{}\">{}</a>{}{}</li>", number, html(game.instance),
                           game.positions == 0 ? "" : ": ", game.positions == 0 ? "" : typeset(positions_words(game)));
    }

    std::string tally_list() const {
        if (study_.claims.empty()) return "";
        std::string list =
            fmt::format("<a href=\"#claims\">{}</a><ul class=\"tally\">", plural(study_.claims.size(), "claim"));
        for (const Standing each : kStandings)
            if (const std::size_t n = count(study_.claims, each); n > 0)
                list += fmt::format("<li><b>{}</b>{}</li>", n, badge_html(each, counted(each, n)));
        return list + "</ul>";
    }

    // ---- games

    void games() {
        add("<section id=\"games\">\n<h2>{}</h2>\n", study_.games.size() == 1 ? "The game" : "Games");
        for (std::size_t i = 0; i < study_.games.size(); ++i) game(study_.games[i], i + 1);
        add("</section>\n");
    }

    void game(const GameStudy& game, std::size_t number) {
        add("<section id=\"game-{}\">\n<h3>{}</h3>\n", number, html(game.instance));
        element("<p class=\"about\">", capital(game.about), "</p>");
        element("<p class=\"source\">", game.source, "</p>");
        std::string rules;
        for (const std::string& line : game.rules) rules += line + "\n";
        element("<pre class=\"rules scroll\" tabindex=\"0\">", rules, "</pre>");
        facts(game);
        if (game.table) table(*game.table, game.two_players);
        for (const Figure& each : game.figures) figure(each);
        observations(game.observations);
        laws(game.laws);
        remarks(game.remarks);
        add("</section>\n");
    }

    void facts(const GameStudy& game) {
        if (game.positions == 0 && !game.periods) return;
        add("<dl class=\"facts\">\n");
        if (game.positions > 0) {
            fact("Values", typeset(capital(values_words(game))) +
                               (game.engine.empty() ? "" : ", by the engine " + html(game.engine)));
            fact("Positions", typeset(positions_words(game)));
            if (game.quantity == "grundy") fact("Largest value", std::to_string(game.largest));
        }
        if (game.periods) {
            fact("Nim-values", typeset(capital(period_text(game.periods->nim_values))));
            fact("Outcomes", typeset(capital(period_text(game.periods->outcomes))));
        }
        if (game.seconds >= 1) fact("Time", time_words(game.seconds));
        add("</dl>\n");
    }

    /// P-positions have the value 0, or the outcome P.
    static bool is_losing(const std::string& cell) { return cell == "0" || cell == "P"; }

    void table(const SmallTable& table, bool two_players) {
        std::string losing_text;  // as the cells write it
        add("<div class=\"scroll\" tabindex=\"0\"><table class=\"values{}\">\n<thead><tr>", table.upwards ? " up" : "");
        for (const std::string& column : table.columns) add("<th scope=\"col\">{}</th>", html(column));
        add("</tr></thead>\n<tbody>\n");
        for (const std::vector<std::string>& row : table.cells) {
            add("<tr>");
            for (std::size_t i = 0; i < row.size(); ++i) {
                const bool losing = two_players && is_losing(row[i]);
                if (i > 0 && losing) losing_text = row[i];
                if (i == 0)
                    add("<th scope=\"row\">{}</th>", html(row[i]));
                else
                    add("<td{}>{}</td>",
                        row[i].empty() ? " class=\"none\""
                        : losing       ? " class=\"p\""
                                       : "",
                        html(row[i]));
            }
            add("</tr>\n");
        }
        add("</tbody>\n</table></div>\n");
        if (!losing_text.empty())
            add("<p class=\"key small quiet\"><i>{}</i> {}: the player to move loses.</p>\n", losing_text,
                typeset("P-positions"));
    }

    void figure(const Figure& figure) {
        const std::size_t number = ++figures_;
        const std::string box = figure.box ? viewer_attributes(*figure.box) : "";
        scripted_ = scripted_ || !box.empty();
        add("<figure id=\"figure-{}\"{}>\n{}\n<figcaption><b>Figure {}.</b> {}</figcaption>\n</figure>\n", number, box,
            picture(figure, number), number, typeset(capital(figure.caption)));
    }

    /// A picture that cannot be drawn must not cost the reader the rest of the page.
    static std::string picture(const Figure& figure, std::size_t number) {
        try {
            return draw::inline_svg(figure.picture, fmt::format("f{}-", number));
        } catch (const Error& error) {
            if (error.fault() == Fault::cancelled) throw;
            return fmt::format("<p class=\"quiet\">This picture could not be drawn: {}</p>", html(error.what()));
        }
    }

    /// Of a box, and of nothing else.
    void observations(const std::vector<std::string>& sentences) {
        if (sentences.empty()) return;
        add("<h4>Observed</h4>\n<ul class=\"remarks\">\n");
        for (const std::string& sentence : sentences) element("<li>", capital(sentence), "</li>");
        add("</ul>\n");
    }

    /// The claim as it can be pasted into a file, and what it rests on.
    void laws(const std::vector<discover::Law>& laws) {
        if (laws.empty()) return;
        add("<h4>Laws found</h4>\n<ul class=\"laws\">\n");
        for (const discover::Law& law : laws)
            add("<li><pre class=\"rules scroll\" tabindex=\"0\">{}</pre>\n<p class=\"small quiet\">{}</p></li>\n",
                html(law_text(law)), typeset(capital(law_words(law))));
        add("</ul>\n");
    }

    void remarks(const std::vector<std::string>& remarks) {
        if (remarks.empty()) return;
        add("<ul class=\"remarks\">\n");
        for (const std::string& remark : remarks) element("<li>", remark, "</li>");
        add("</ul>\n");
    }

    void foot() {
        add("<section id=\"file\">\n<h2>The file</h2>\n<details><summary>Everything above comes from <code>{}</code>: "
            "show it</summary>\n<pre class=\"file\" tabindex=\"0\">{}</pre></details>\n</section>\n</main>\n",
            html(study_.file), html(study_.text));
        add("<footer>Made by Bouton {} with: <code>{}</code></footer>\n", html(study_.version), html(study_.command));
        if (scripted_) add("<script>{}</script>\n", viewer_script());
        add("</body>\n</html>\n");
    }

    const Study& study_;
    ClaimsPart claims_;
    std::size_t figures_ = 0;
    bool scripted_ = false;  // there is a figure to look into
};

}  // namespace

std::string report(const Study& study) { return Page(study).write(); }

}  // namespace bouton::render
