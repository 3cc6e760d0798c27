// Keeps the pages of one version on the device, so that they open without the
// network. Answers of the API are kept only where a page can do nothing without.

const version = "seedoku-{{.Hash}}";
const shell = {{.Shell}};
const kept = ["/api/v1/levels", "/api/v1/techniques", "/api/v1/symmetries", "/api/v1/formats", "/api/v1/bank"];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(version).then((cache) => cache.addAll(shell)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const drop = (names) => Promise.all(names.filter((name) => name !== version).map((name) => caches.delete(name)));
  event.waitUntil(caches.keys().then(drop).then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  if (shell.includes(url.pathname)) event.respondWith(fromShell(event.request, url.pathname));
  else if (url.pathname.startsWith("/p/")) event.respondWith(fromShell(event.request, "/"));
  else if (kept.includes(url.pathname) && !url.search) event.respondWith(newest(event.request));
});

async function fromShell(request, path) {
  return (await caches.match(path, { cacheName: version })) ?? fetch(request);
}

async function newest(request) {
  const cache = await caches.open(version);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(request, response.clone());
    return response;
  } catch (error) {
    const old = await cache.match(request);
    if (old) return old;
    throw error;
  }
}
