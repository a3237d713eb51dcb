import { useSyncExternalStore } from 'react';
import { queryClient } from '../api.ts';
import { texts } from '../language.ts';
import { isOffline, staleText } from './Fault.tsx';

const t = texts('console.parts.offline_strip');

function watch(onChange: () => void): () => void {
  const unsubscribe = queryClient.getQueryCache().subscribe(onChange);
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    unsubscribe();
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}

/** When the oldest data of the page was read that could not be read again; null if there is none. */
function oldestReading(): number | null {
  const old = queryClient.getQueryCache().findAll({ type: 'active', predicate: ({ state }) => isOffline(state.error) });
  // The person of the last visit has no time.
  const times = old.map(({ state }) => state.dataUpdatedAt).filter((at) => at > 0);
  return times.length === 0 ? null : Math.min(...times);
}

/** One warning for the whole page. A night has its own in its place. */
export function OfflineStrip() {
  const isOnline = useSyncExternalStore(watch, () => navigator.onLine);
  const readAt = useSyncExternalStore(watch, oldestReading);
  if (isOnline && readAt === null) return null;
  return (
    <p className="strip offline" role="status">
      {readAt === null ? t('offline') : staleText(readAt)}
    </p>
  );
}
