import { language } from './language.ts';

/** Only over HTTPS and on this machine: without the service worker, no page opens without a network. */
export function registerWorker(): void {
  if ('serviceWorker' in navigator)
    void navigator.serviceWorker
      // It keeps the texts of this language.
      .register(`/console/worker.js?language=${language}`, { scope: '/console' })
      .catch(() => undefined);
}
