/** Only over HTTPS and on this machine: without the service worker, no page opens without a network. */
export function registerWorker(): void {
  if ('serviceWorker' in navigator)
    void navigator.serviceWorker.register('/console/worker.js', { scope: '/console' }).catch(() => undefined);
}
