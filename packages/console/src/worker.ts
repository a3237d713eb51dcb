/** The service worker of the page of a night: the page opens without a network. It never touches `/v1`. */

/** The built files of the page, put here by `scripts/console.ts`. Their names contain hashes. */
declare const BUILT_FILES: readonly string[];

interface LaterEvent extends Event {
  waitUntil(done: Promise<unknown>): void;
}

interface RequestEvent extends LaterEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

/** The types of pages lack these. */
interface Worker {
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: LaterEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: RequestEvent) => void): void;
}

const worker = self as unknown as Worker;
const PAGE = '/console/night.html';
/** How long a slow network may take before the kept page is shown. */
const SLOW_NETWORK_MS = 3_000;
const files: readonly string[] = BUILT_FILES;
/** Other programs may have caches at this address. */
const CACHES = 'bandeja.night ';
const version = CACHES + files.join(' ');

worker.addEventListener('install', (event) => {
  const keepAll = caches.open(version).then((cache) => cache.addAll([PAGE, ...files]));
  event.waitUntil(keepAll.then(() => worker.skipWaiting()));
});

worker.addEventListener('activate', (event) => {
  const forgetOthers = caches
    .keys()
    .then((names) =>
      Promise.all(
        names.filter((name) => name.startsWith(CACHES) && name !== version).map((name) => caches.delete(name)),
      ),
    );
  event.waitUntil(forgetOthers.then(() => worker.clients.claim()));
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { pathname } = new URL(request.url);
  if (request.mode === 'navigate') event.respondWith(openPage(request));
  else if (files.includes(pathname)) event.respondWith(caches.match(pathname).then((kept) => kept ?? fetch(request)));
});

/** The network first: it may have a newer page. */
async function openPage(request: Request): Promise<Response> {
  const kept = await caches.match(PAGE);
  const fetched = fetch(request);
  if (kept === undefined) return fetched;
  const late = new Promise<Response>((resolve) => setTimeout(() => resolve(kept), SLOW_NETWORK_MS));
  return Promise.race([fetched.then((response) => (response.ok ? response : kept)).catch(() => kept), late]);
}
