// Keeps the pages of one version on the device, so that they open without the
// network, and the engine, which lasts longer than a version. Answers of the API are kept
// only where a page can do nothing without.

const version = "seedoku-{{.Hash}}";
const root = new URL("./", location).pathname;
const engine = root + "{{.Engine}}";
const engines = "seedoku-engine";
const shell = {{.Shell}}.map((path) => root + path);
const language = new URL(location).searchParams.get("language"); // a page in another one registers this again
if (language) shell.push(...{{.Parts}}.map((part) => `${root}{{.Static}}/${part}-${language}.json`));
const kept = ["/api/v1/levels", "/api/v1/techniques", "/api/v1/symmetries", "/api/v1/formats", "/api/v1/bank"];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(version).then((cache) => cache.addAll(shell)).then(() => self.skipWaiting()));
  event.waitUntil(keptEngine(engine).catch(() => {})); // the next question for it tries again
});

self.addEventListener("activate", (event) => {
  const drop = (names) => Promise.all(names.filter((name) => name !== version && name !== engines).map((name) => caches.delete(name)));
  event.waitUntil(dropEngines());
  event.waitUntil(caches.keys().then(drop).then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  if (shell.includes(url.pathname)) event.respondWith(fromShell(event.request, url.pathname));
  else if (url.pathname === engine) event.respondWith(keptEngine(event.request));
  {{if .Served}}else if (url.pathname.startsWith(`${root}p/`)) event.respondWith(fromShell(event.request, root));{{end}}
  else if (url.pathname.startsWith(`${root}bank/`) && url.pathname.slice(root.length).split("/").length > 2) event.respondWith(keptFile(event.request));
  else if (kept.includes(url.pathname) && !url.search) event.respondWith(newest(event.request));
});

async function fromShell(request, path) {
  return (await caches.match(path, { cacheName: version })) ?? fetch(request);
}

// The files of a site's bank, whose names change when they do.
async function keptFile(request) {
  const cache = await caches.open(version);
  const kept = await cache.match(request);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone()).catch(() => {});
  return response;
}

async function keptEngine(request) {
  const cache = await caches.open(engines);
  const kept = await cache.match(engine);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) await cache.put(engine, response.clone()).catch(() => {});
  return response;
}

async function dropEngines() {
  const cache = await caches.open(engines);
  const old = (await cache.keys()).filter((request) => new URL(request.url).pathname !== engine);
  await Promise.all(old.map((request) => cache.delete(request)));
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
