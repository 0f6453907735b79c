// What the page begins with: a small file that shows all there is to write.
export const first = `# Two heaps; take from one, or the same number from both.
game wythoff (x, y)
  about "a queen walks to the corner: any number from one heap, or the same number from both"
  move (x - t, y)      for 1 <= t <= x
  move (x, y - t)      for 1 <= t <= y
  move (x - t, y - t)  for 1 <= t <= min(x, y)

function lower(n) = floor((n + floor(sqrt(5*n^2))) / 2)

theorem "golden ratio": { outcome = P } =
  { (lower(n), lower(n) + n) for n >= 0 } | { (lower(n) + n, lower(n)) for n >= 0 }  to 100

claim "guess": { outcome = P } = { (2*n, 3*n) for n >= 0 } | { (3*n, 2*n) for n >= 0 }  to 100
`;
