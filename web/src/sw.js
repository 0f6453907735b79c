// Offline: all files of the page are kept when it is first opened; a new version replaces them as a whole. Z3, which is large, is kept once
// it has been asked for. Nothing but this folder is ever fetched.
const version = 'bouton-__VERSION__';
const files = __FILES__;
const here = new URL('./', self.location).href;

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(version).then((cache) => cache.addAll(files.map((f) => new Request(f, { cache: 'reload' })))).then(() => self.skipWaiting()));
});
self.addEventListener('activate', (event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((n) => n.startsWith('bouton-') && n !== version).map((n) => caches.delete(n)))).then(() => self.clients.claim()));
});
self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || !url.href.startsWith(here)) return;
  event.respondWith((async () => {
    const cache = await caches.open(version);
    const kept = await cache.match(event.request, { ignoreSearch: true });
    if (kept) return kept;
    const answer = await fetch(event.request);
    if (answer.ok && url.pathname.includes('/z3/')) await cache.put(event.request, answer.clone());
    return answer;
  })());
});
