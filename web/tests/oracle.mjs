// What the tests believe, computed here, straight from the definition, without Bouton.
export const mex = (values) => { const seen = new Set(values); let v = 0; while (seen.has(v)) ++v; return v; };

/** Grundy numbers by the definition; moves(position) lists the positions after one move, or sums of several. */
export function grundy(moves) {
  const known = new Map();
  const value = (p) => {
    const key = p.join();
    if (!known.has(key)) known.set(key, mex(moves(p).map((to) => (Array.isArray(to[0]) ? to.reduce((v, q) => v ^ value(q), 0) : value(to)))));
    return known.get(key);
  };
  return value;
}
const upTo = (n) => Array.from({ length: Math.max(0, n) }, (_, i) => i + 1);
export const wythoff = grundy(([x, y]) => [...upTo(x).map((t) => [x - t, y]), ...upTo(y).map((t) => [x, y - t]), ...upTo(Math.min(x, y)).map((t) => [x - t, y - t])]);
export const maximum = (k) => grundy(([x]) => upTo(Math.floor(x / k)).map((t) => [x - t]));

/** Seats 1..n, every k-th goes: in which order. */
export function josephus(n, k) {
  const seats = upTo(n);
  const order = [];
  let at = 0;
  while (seats.length) { at = (at + k - 1) % seats.length; order.push(...seats.splice(at, 1)); }
  return order;
}
