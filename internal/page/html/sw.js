// Keeps the pages of one version on the device, so that they open without the
// network, and the engine, which lasts longer than a version. Pages that were open before this
// version have the files of theirs until all of them are closed. Answers of the API are kept
// only where a page can do nothing without.

const version = "seedoku-{{.Hash}}";
const root = new URL("./", location).pathname;
const engine = root + "{{.Engine}}";
const engines = "seedoku-engine";
const earlier = root + "earlier"; // the pages that were open before this version
const shell = {{.Shell}}.map((path) => root + path);
const language = new URL(location).searchParams.get("language"); // a page in another one registers this again
if (language) shell.push(...{{.Parts}}.map((part) => `${root}{{.Static}}/${part}-${language}.json`));
const kept = ["/api/v1/levels", "/api/v1/techniques", "/api/v1/symmetries", "/api/v1/formats", "/api/v1/bank"];

self.addEventListener("install", (event) => {
  const files = shell.map((path) => new Request(path, { cache: "no-cache" })); // the browser may have pages of an older version
  event.waitUntil(caches.open(version).then((cache) => cache.addAll(files)).then(() => self.skipWaiting()));
  event.waitUntil(keptFile(engine, engines).catch(() => {})); // the next question for it tries again
});

self.addEventListener("activate", (event) => event.waitUntil(takeOver()));

self.addEventListener("fetch", (event) => {
  const { pathname: path, search, origin } = new URL(event.request.url);
  if (event.request.method !== "GET" || origin !== location.origin) return;
  if (event.request.mode === "navigate") event.waitUntil(dropEarlier());
  const [, folder] = /^(static|engine|bank\/[^/]+)\//.exec(path.slice(root.length)) ?? [];
  if (folder) event.respondWith(keptFile(path, folder === "engine" ? engines : version));
  else if (shell.includes(path)) event.respondWith(fromShell(event.request, path));
  {{if .Served}}else if (path.startsWith(`${root}p/`)) event.respondWith(fromShell(event.request, root));
  else if (path.startsWith(`${root}learn/`)) event.respondWith(fromShell(event.request, `${root}learn/`));{{end}}
  else if (kept.includes(path) && !search) event.respondWith(newest(event.request));
});

async function takeOver() {
  await self.clients.claim();
  const open = await self.clients.matchAll();
  await (await caches.open(version)).put(earlier, Response.json(open.map(({ id }) => id)));
  await dropEarlier();
}

// Deletes what only pages of earlier versions need, once none of them is open.
async function dropEarlier() {
  const ids = await (await caches.match(earlier, { cacheName: version }))?.json() ?? [];
  const open = await self.clients.matchAll();
  if (open.some(({ id }) => ids.includes(id))) return;
  for (const name of await caches.keys()) if (name.startsWith("seedoku-") && name !== version && name !== engines) await caches.delete(name);
  const cache = await caches.open(engines);
  for (const { url } of await cache.keys()) if (!url.endsWith(engine)) await cache.delete(url);
}

async function fromShell(request, path) {
  return (await caches.match(path, { cacheName: version })) ?? fetch(request);
}

// The files whose names change when they do, of any version.
async function keptFile(path, name) {
  const kept = await caches.match(path);
  if (kept) return kept;
  const response = await fetch(path);
  if (response.ok) await (await caches.open(name)).put(path, response.clone()).catch(() => {});
  return response;
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
