'use strict';
// A figure to look into: hover tells position and value, a click the options. Its data stand in the page (viewer_data.cpp).
(() => {
const {max, min, floor} = Math, every = (selector, act) => document.querySelectorAll(selector).forEach(act);
const stops = [[65, 68, 135], [42, 120, 142], [34, 168, 132], [122, 209, 81], [253, 231, 37]];
const shade = t => {
  const p = 4 - 3.96 * t, i = min(3, floor(p));
  return stops[i].map((c, k) => c + (p - i) * (stops[i + 1][k] - c));
};
const make = (tag, parent, text) => Object.assign(parent.appendChild(document.createElement(tag)), {textContent: text});
const unpack = async text => {
  const bytes = Uint8Array.from(atob(text), c => c.charCodeAt(0));
  return new Int16Array(await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer());
};

async function view(figure) {
  const svg = figure.querySelector('svg'), axes = JSON.parse(figure.dataset.axes), words = JSON.parse(figure.dataset.words);
  const data = await unpack(figure.dataset.box), D = axes.length, size = axes.map(a => a.to - a.from + 1);
  const count = size.reduce((a, b) => a * b), largest = data.subarray(0, count).reduce((a, b) => max(a, b)), starts = [];
  // of each cell: how many runs of options, then for each its length, first difference, step
  for (let at = count; at < data.length; at += 1 + data[at] * (1 + 2 * D)) starts.push(at);
  const index = p => p.every((x, d) => x >= axes[d].from && x <= axes[d].to) ? p.reduce((i, x, d) => i * size[d] + x - axes[d].from, 0) : -1;
  const value = p => data[index(p)] ?? -1;
  const name = v => v < 0 ? 'none' : words[v] ?? v;
  const options = p => {
    const found = [], at = starts[index(p)];
    for (let r = 0, k = at + 1; r < data[at]; ++r, k += 1 + 2 * D)
      for (let i = 0; i < data[k]; ++i) found.push(p.map((x, d) => x + data[k + 1 + d] + i * data[k + 1 + D + d]));
    return found;
  };

  const box = document.createElement('div'), bar = make('div', box, ''), canvas = make('canvas', box, ''), g = canvas.getContext('2d');
  const told = make('p', box, 'Point at a cell for its value, click it for its moves.');
  box.className = 'viewer';
  told.setAttribute('role', 'status');
  canvas.tabIndex = 0;
  canvas.setAttribute('aria-label', svg.getAttribute('aria-label'));
  svg.after(box);
  const rows = D > 1 ? size[1] : 1, W = () => canvas.clientWidth, H = () => canvas.clientHeight;
  let px = 1, ox = 0, oy = 0, slice = D > 2 ? axes[2].from : 0, cursor = null, chosen = null, drag = null, log = false;
  // where a value stands between 0 and the largest, evenly or by its logarithm
  const level = v => log ? Math.log2(1 + v) / Math.log2(1 + largest) : v / largest;
  const here = p => p && (D < 3 || p[2] === slice);
  const cell = (i, j) => [axes[0].from + i, D > 1 ? axes[1].from + j : 0, slice].slice(0, D);
  const place = p => D > 1 ? [(p[0] - axes[0].from - ox) * px, H() - (p[1] - axes[1].from - oy + 1) * px, px, px]
    : [(p[0] - axes[0].from - ox) * px, H() - 16 - (H() - 20) * level(max(0, value(p))), px, (H() - 20) * level(max(0, value(p))) || 4];

  function draw() {
    const r = devicePixelRatio, frame = (p, colour) => {
      g.strokeStyle = colour;
      if (here(p)) g.strokeRect(...place(p));
    };
    Object.assign(canvas, {width: W() * r, height: H() * r});
    Object.assign(g, {lineWidth: 2, textAlign: 'center', font: px * 0.4 + 'px sans-serif'}).scale(r, r);
    for (let i = max(0, floor(ox)); i < min(size[0], ox + W() / px); ++i)
      for (let j = max(0, floor(oy)); j < min(rows, oy + H() / px); ++j) {
        const p = cell(i, j), v = value(p), [x, y, w, h] = place(p), c = v ? shade(largest > 1 ? (level(max(1, v)) - level(1)) / (1 - level(1)) : 0.35) : [0, 0, 0];
        if (v < 0) continue;
        g.fillStyle = `rgb(${c})`;
        g.fillRect(x, y, w - (px > 7), h - (px > 7));
        g.fillStyle = D > 1 && c[1] < 130 ? '#fff' : '#000';
        if (px > 19) g.fillText(name(v), x + px / 2, D > 1 ? y + px * 0.64 : H() - 3);
      }
    if (chosen) for (const p of options(chosen)) frame(p, value(p) ? '#f80' : '#d00');
    frame(chosen, '#06f');
    frame(cursor, '#888');
  }
  function look(p, choose) {
    if (index(p) < 0) return;
    cursor = p;
    if (choose) chosen = p;
    const all = choose ? options(p) : [], best = all.filter(o => value(o) === 0).slice(0, 4);
    told.textContent = axes.map((a, d) => `${a.name} = ${p[d]}`).join(', ') + ': ' + name(value(p))
      + (all.length ? `; ${all.length} moves, to ${[...new Set(all.map(value))].sort((a, b) => a - b).map(name).join(', ')}` : '')
      + (best.length ? `; to ${name(0)}: ` + best.map(o => `(${o.join(', ')})`).join(', ') : '');
    draw();
  }
  function move(x, y) {
    ox = max(0, min(x, size[0] - W() / px));
    oy = max(0, min(y, rows - H() / px));
    draw();
  }
  function zoom(f, x = W() / 2, y = H() / 2) {
    const now = max(W() / size[0], min(64, px * f)), dx = x / px - x / now, dy = (H() - y) / px - (H() - y) / now;
    px = now;
    move(ox + dx, oy + dy);
  }
  const at = e => cell(floor(ox + e.offsetX / px), floor(oy + (H() - e.offsetY) / px));
  canvas.onpointerdown = e => { drag = {x: e.offsetX, y: e.offsetY, ox, oy}; };
  canvas.onpointermove = e => {
    if (e.buttons && drag) {
      drag.moved ||= Math.hypot(e.offsetX - drag.x, e.offsetY - drag.y) > 4;
      if (drag.moved) move(drag.ox - (e.offsetX - drag.x) / px, drag.oy + (e.offsetY - drag.y) / px);
    } else look(at(e));
  };
  canvas.onclick = e => drag?.moved || look(at(e), true);
  canvas.onwheel = e => {
    if (document.activeElement !== canvas) return;  // the page scrolls until the reader has chosen the picture
    e.preventDefault();
    zoom(Math.exp(-e.deltaY / 400), e.offsetX, e.offsetY);
  };
  canvas.onkeydown = e => {
    const step = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1], Enter: [0, 0]}[e.key];
    if (!step) return;
    e.preventDefault();
    look((here(cursor) ? cursor : cell(0, 0)).map((x, d) => x + (step[d] ?? 0)), e.key === 'Enter');
  };
  make('button', bar, '+').onclick = () => zoom(1.5);
  make('button', bar, '−').onclick = () => zoom(1 / 1.5);
  make('button', bar, 'drawing').onclick = () => svg.style.display = svg.style.display ? '' : 'none';
  if (largest > 9) make('button', bar, 'log').onclick = e => {
    e.target.setAttribute('aria-pressed', log = !log);
    draw();
  };
  if (D > 2) {
    const label = make('label', bar, axes[2].name + ' '), range = make('input', label, ''), text = make('span', label, slice);
    Object.assign(range, {type: 'range', min: slice, max: axes[2].to, value: slice}).oninput = () => {
      slice = text.textContent = +range.value;
      draw();
    };
  }
  svg.style.display = 'none';
  const fit = () => {
    px = max(W() / size[0], D > 1 ? 0 : 4);
    canvas.style.height = (D > 1 ? px * min(rows, size[0]) : 180) + 'px';
    move(0, 0);
  };
  fit();
  new ResizeObserver(fit).observe(bar);
}

every('[data-box]', figure => view(figure).catch(() => {}));  // then the picture stays
every('.show', show => show.onchange = () => every('.helpers', fold => fold.open = show.id !== 'show-all'));
})();
