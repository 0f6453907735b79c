// The look of the page that `bouton study` writes: for reading on paper, a screen or a phone, without any file beside it.
#pragma once

namespace bouton::render {

// Verdicts differ in words and in lightness, so that nobody needs the colours. What is wider than the page scrolls in its own box.
inline constexpr const char* kReportStyle = R"css(
:root {
  --ink: #1a1a1a; --quiet: #555; --line: #d5d2ca; --shade: #f6f4ee; --link: #1d4f91;
  --serif: Charter, "Bitstream Charter", "Iowan Old Style", "Palatino Linotype", Palatino, "Noto Serif", "DejaVu Serif", Georgia, serif;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "DejaVu Sans", Arial, sans-serif;
  --mono: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", "Liberation Mono", monospace;
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0 auto; max-width: 50rem; padding: 3rem 1.5rem 4rem; background: #fff; color: var(--ink);
  font: 1.0625rem/1.55 var(--serif); font-variant-numeric: lining-nums tabular-nums; overflow-wrap: break-word;
}
h1, h2, h3 { font-weight: 600; line-height: 1.2; text-wrap: balance; }
h1 { font-size: 2.1rem; margin: 0 0 .6rem; letter-spacing: -.01em; }
h2 { font-size: 1.45rem; margin: 3.2rem 0 1rem; padding-top: .9rem; border-top: 1px solid var(--line); }
h3 { font-size: 1.2rem; margin: 2.6rem 0 .5rem; }
p { margin: 0 0 .7rem; }
a { color: var(--link); text-decoration-thickness: 1px; text-underline-offset: .15em; }
code, pre { font-family: var(--mono); font-size: .82em; }
header p { margin: 0 0 .25rem; }
.by { font-size: 1.1rem; }
.quiet, .source, figcaption, footer { color: var(--quiet); }
.source, figcaption, footer, .small { font-size: .92rem; }

.box { border: 1px solid var(--line); background: var(--shade); border-radius: 4px; padding: 1rem 1.25rem; margin: 1.8rem 0; }
.box > :last-child, .alarm > :last-child { margin-bottom: 0; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .35rem 1.2rem; margin: 0 0 1rem; }
dt { color: var(--quiet); }
dd { margin: 0; min-width: 0; }
.box ul { list-style: none; margin: 0; padding: 0; }
.tally li { margin: .15rem 0; }
.tally b { display: inline-block; width: 2.4em; text-align: right; padding-right: .6em; font-weight: 600; }
.one { white-space: nowrap; }
.alarm { border: 2px solid #7a0b0b; border-radius: 4px; padding: .9rem 1.25rem; margin: 1.8rem 0; }
.alarm h2 { border: 0; padding: 0; margin: 0 0 .5rem; font-size: 1.15rem; color: #7a0b0b; }
.alarm ul { margin: 0; padding-left: 1.2rem; }

pre { margin: 0 0 1rem; line-height: 1.5; }
.scroll { overflow-x: auto; max-width: 100%; margin: 0 0 1rem; }
.rules, .file { background: var(--shade); border-left: 3px solid var(--line); padding: .6rem .9rem; }
table.values { border-collapse: collapse; font: .85rem/1.35 var(--sans); font-variant-numeric: tabular-nums; }
.values th, .values td { padding: .16rem .3rem; min-width: 1.9em; text-align: right; border: 1px solid #e6e3dc; }
.values th { font-weight: 400; color: var(--quiet); background: var(--shade); white-space: nowrap; }
.values tr > :first-child { position: sticky; left: 0; }
.up thead { display: table-footer-group; }
.viewer canvas { display: block; width: 100%; max-width: 35rem; margin: .3rem auto; touch-action: pan-y; cursor: crosshair; }
.viewer canvas:focus-visible { outline: 2px solid var(--link); }
.viewer > div { max-width: 35rem; margin: 0 auto; }
.viewer p { max-width: 35rem; margin: .2rem auto .6rem; min-height: 3em; font: .88rem/1.4 var(--sans); color: var(--quiet); }
.viewer button { font: .85rem var(--sans); min-width: 2rem; margin-right: .3rem; padding: .2rem .5rem; border: 1px solid var(--line); border-radius: 3px; background: var(--shade); cursor: pointer; }
.viewer label { font: .85rem var(--sans); }
.viewer input { vertical-align: middle; width: 9rem; max-width: 40%; margin: 0 .4rem; }
.values .p { background: #333; color: #fff; font-weight: 700; }
.values .none { background: var(--shade); border-color: transparent; }
.key i { font: 700 .8rem var(--sans); background: #333; color: #fff; padding: .05rem .35rem; }

figure { margin: 1.6rem 0 1.8rem; }
figure svg { display: block; margin: 0 auto .4rem; }
figcaption b { color: var(--ink); }
.remarks { margin: 0 0 1rem; padding-left: 1.2rem; color: var(--quiet); font-size: .95rem; }

.badge {
  display: inline-block; font: 600 .76rem/1.3 var(--sans); padding: .16rem .5rem; border-radius: 3px; border: 1px solid transparent;
}
.proved { background: #14532d; color: #fff; border-color: #14532d; }
.limited { background: #2f7a4b; color: #fff; border-color: #2f7a4b; }
.holds { background: #dcefe1; color: #14371f; border-color: #8dbb9c; }
.unfinished { background: #fff; color: #333; border: 1px dashed #777; }
.refuted { background: #f3dfc1; color: #4a2c00; border-color: #c99a55; }
.unexpected { background: #7a0b0b; color: #fff; border-color: #7a0b0b; }
.legend { font-size: .92rem; align-items: baseline; }

.claims { list-style: none; margin: 0; padding: 0; }
.claims > li {
  display: grid; grid-template-columns: 8.6rem minmax(0, 1fr); gap: 0 1.1rem; padding: .75rem 0; border-top: 1px solid var(--line);
}
.claims > li:target { background: #fffbe6; }
.claims .what > * { margin: .2rem 0 0; }
.claims .what > :first-child { margin: 0; }
.claims pre { white-space: pre-wrap; overflow-wrap: anywhere; font-size: .78rem; line-height: 1.45; color: #333; margin: .3rem 0 .35rem; }
.claims .what > p { font-size: .95rem; }
.label { font-weight: 600; }
.errata { border: 1px solid #c99a55; background: #fdf7ec; border-radius: 4px; padding: .9rem 1.25rem; margin: 1.8rem 0; }
.errata h2 { border: 0; padding: 0; margin: 0 0 .5rem; font-size: 1.15rem; color: #4a2c00; }
.errata ul { margin: 0; padding-left: 1.2rem; font-size: .97rem; }
.errata li { margin: .3rem 0; }
.contents { margin: 1.8rem 0; font-size: .97rem; }
.contents > ul { list-style: none; margin: 0; padding: 0; }
.contents > ul > li { margin: .3rem 0; }
.across { display: inline; margin: 0; padding: 0; list-style: none; }
.across li { display: inline-block; margin: 0 0 0 1rem; white-space: nowrap; max-width: 100%; overflow: hidden; text-overflow: ellipsis; vertical-align: bottom; }
.dot { display: inline-block; width: .6em; height: .6em; border-radius: 50%; border: 1px solid; margin-right: .35em; }

math { font-size: 1.08em; }
.formula { padding: .35rem 0 .35rem 1.2rem; margin: 0; line-height: 2; overflow-y: hidden; }
.claims .what > .formula { margin: 0; font-size: 1.02rem; }
.given .game { font-weight: 600; }
.where ul { list-style: none; padding-left: 1.2rem; color: var(--ink); font-size: .95rem; }
.where li { margin: .15rem 0; line-height: 1.9; overflow-y: hidden; }
.show { position: absolute; opacity: 0; }
.show + label {
  display: inline-block; font: .82rem/1.3 var(--sans); padding: .25rem .6rem; margin: 0 .25rem .45rem 0; border: 1px solid var(--line);
  border-radius: 1rem; cursor: pointer;
}
.show:checked + label { background: var(--ink); color: #fff; border-color: var(--ink); }
.show:focus-visible + label { outline: 2px solid var(--link); outline-offset: 2px; }
#show-unexpected:checked ~ ol > li:not(.is-unexpected), #show-unexpected:checked ~ details > ol > li:not(.is-unexpected),
#show-proved:checked ~ ol > li:not(.is-proved), #show-proved:checked ~ details > ol > li:not(.is-proved),
#show-limited:checked ~ ol > li:not(.is-limited), #show-limited:checked ~ details > ol > li:not(.is-limited),
#show-holds:checked ~ ol > li:not(.is-holds), #show-holds:checked ~ details > ol > li:not(.is-holds),
#show-unfinished:checked ~ ol > li:not(.is-unfinished), #show-unfinished:checked ~ details > ol > li:not(.is-unfinished),
#show-refuted:checked ~ ol > li:not(.is-refuted), #show-refuted:checked ~ details > ol > li:not(.is-refuted) { display: none; }
.show:not(#show-all):checked ~ .helpers::details-content { content-visibility: visible; block-size: auto; }
.helpers { border-top: 1px solid var(--line); padding-top: .75rem; }
.helpers > summary { font-size: 1rem; padding: .2rem 0; }
.helpers > .claims { margin-top: .6rem; }
.claims .certificate { white-space: pre; overflow: auto; max-height: 20rem; background: var(--shade); padding: .6rem .9rem; }
details > summary { cursor: pointer; color: var(--link); font-size: .92rem; }
details ul { margin: .3rem 0 0; padding-left: 1.2rem; font-size: .9rem; color: var(--quiet); }
.file { overflow-x: auto; margin-top: .6rem; }
footer { margin-top: 3rem; padding-top: .9rem; border-top: 1px solid var(--line); }

@media (max-width: 36rem) {
  body { padding: 1.5rem 1rem 3rem; font-size: 1rem; }
  h1 { font-size: 1.6rem; }
  .box, .alarm { padding: .8rem .9rem; }
  .box dl, .legend { grid-template-columns: minmax(0, 1fr); gap: 0; }
  .box dd, .legend dd { margin-bottom: .5rem; }
  .claims > li { grid-template-columns: minmax(0, 1fr); gap: .3rem; }
}
@media print {
  @page { margin: 18mm 16mm; }
  :root { --ink: #000; --quiet: #000; --line: #999; --shade: #fff; --link: #000; }
  html { font-size: 9.5pt; }
  body { max-width: none; padding: 0; font-size: 10pt; }
  a { text-decoration: none; }
  h1 { font-size: 18pt; } h2 { font-size: 13pt; margin-top: 1.6rem; } h3 { font-size: 11.5pt; }
  h1, h2, h3, .label, summary { break-after: avoid; }
  figure, .box, .alarm, .claims > li, tr, .facts, .legend, .rules, .remarks li { break-inside: avoid; }
  .about, section > .source { break-after: avoid; }
  figure svg { max-height: 108mm; }
  p, li { orphans: 3; widows: 3; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; font-size: 8pt; }
  .scroll { overflow: visible; }
  table.values { font-size: 7pt; }
  .values th, .values td { padding: .1rem .18rem; min-width: 0; border-color: #bbb; }
  .values tr > :first-child { position: static; }
  .values .p, .key i { background: #fff; color: #000; outline: 1.6pt solid #000; outline-offset: -1.6pt; }
  .badge { background: #fff; color: #000; border-color: #000; }
  .unexpected { border-width: 2pt; }
  .alarm, .alarm h2 { color: #000; border-color: #000; }
  .claims > li { grid-template-columns: 8rem minmax(0, 1fr); padding: .5rem 0; }
  .claims pre { font-size: 8pt; color: #000; }
  .show, .show + label, .viewer { display: none; }
  figure svg { display: block !important; }
  .errata { background: #fff; border-color: #000; break-inside: avoid; }
  .claims .certificate { max-height: none; white-space: pre-wrap; }
  details:not([open])::details-content { content-visibility: visible; display: block; block-size: auto; }
}
)css";

}  // namespace bouton::render
