/** The service worker of the console: a page that was opened once opens without a network. It never touches `/v1`. */

/** The built files of the pages that work without a network, put here by `scripts/console.ts`. Their names contain hashes. */
declare const BUILT_FILES: Readonly<Record<'night' | 'index', readonly string[]>>;
/** The texts of these pages in each language. */
declare const BUILT_TEXTS: Readonly<Record<string, typeof BUILT_FILES>>;

type Page = keyof typeof BUILT_FILES;

interface LaterEvent extends Event {
  waitUntil(done: Promise<unknown>): void;
}

interface RequestEvent extends LaterEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

/** The types of pages lack these. */
interface Worker {
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { readonly includeUncontrolled: true }): Promise<readonly { readonly url: string }[]>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: LaterEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: RequestEvent) => void): void;
}

const worker = self as unknown as Worker;
/** How long a slow network may take before the kept page is shown. */
const SLOW_NETWORK_MS = 3_000;
/** That of the page: it is in the address of this script. */
const texts = BUILT_TEXTS[new URL(location.href).searchParams.get('language') ?? 'en'];
const filesOf = {
  night: [...BUILT_FILES.night, ...(texts?.night ?? [])],
  index: [...BUILT_FILES.index, ...(texts?.index ?? [])],
};
/** Other programs may have caches at this address. */
const CACHES = 'bandeja.console ';
const version = CACHES + [...filesOf.night, ...filesOf.index].join(' ');

const addressOf = (page: Page): string => `/console/${page}.html`;

/** Null for other addresses, and for the page of a match, which asks a question once. */
function pageAt(url: string): Page | null {
  const { pathname } = new URL(url);
  if (!/^\/console($|\/)/.test(pathname) || pathname === '/console/confirmation') return null;
  return pathname === '/console/night' ? 'night' : 'index';
}

/** A phone that opens the page of a link does not load the files of the console. */
async function keep(page: Page): Promise<void> {
  const cache = await caches.open(version);
  if ((await cache.match(addressOf(page))) === undefined) await cache.addAll([addressOf(page), ...filesOf[page]]);
}

/** Keeps the pages that are open, and those that an earlier version kept. */
async function install(): Promise<void> {
  const open = (await worker.clients.matchAll({ includeUncontrolled: true })).map(({ url }) => pageAt(url));
  for (const page of ['night', 'index'] as const)
    if (open.includes(page) || (await caches.match(addressOf(page))) !== undefined) await keep(page);
  await worker.skipWaiting();
}

async function forgetOthers(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(CACHES) && name !== version);
  await Promise.all(names.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

worker.addEventListener('install', (event) => event.waitUntil(install()));
worker.addEventListener('activate', (event) => event.waitUntil(forgetOthers()));

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const page = request.mode === 'navigate' ? pageAt(request.url) : null;
  const { pathname } = new URL(request.url);
  if (page !== null) {
    event.respondWith(openPage(request, page));
    event.waitUntil(keep(page).catch(() => undefined));
  } else if (pathname.startsWith('/console/assets/')) {
    event.respondWith(caches.match(pathname).then((kept) => kept ?? fetch(request)));
  }
});

/** The network first: it may have a newer page. */
async function openPage(request: Request, page: Page): Promise<Response> {
  const kept = await caches.match(addressOf(page));
  const fetched = fetch(request);
  if (kept === undefined) return fetched;
  const late = new Promise<Response>((resolve) => setTimeout(() => resolve(kept), SLOW_NETWORK_MS));
  return Promise.race([fetched.then((response) => (response.ok ? response : kept)).catch(() => kept), late]);
}
