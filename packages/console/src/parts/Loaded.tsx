import { type ReactNode, useEffect, useState } from 'react';
import { texts } from '../language.ts';
import { Fault, isOffline } from './Fault.tsx';

const t = texts('console.parts.loaded');

interface LoadedProps<T> {
  readonly query: {
    readonly data: T | undefined;
    readonly error: unknown;
    readonly refetch: () => unknown;
  };
  /** Rows of the placeholder. */
  readonly rows?: number;
  readonly children: (data: T) => ReactNode;
}

/** The states of a query: loading, failed, data. One strip above the page shows that data may be old. */
export function Loaded<T>({ query, rows = 4, children }: LoadedProps<T>) {
  const { data, error, refetch } = query;
  if (data === undefined) {
    return error === null ? <Placeholder rows={rows} /> : <Fault error={error} onRetry={() => void refetch()} />;
  }
  return (
    <>
      {error !== null && !isOffline(error) && <Fault error={error} onRetry={() => void refetch()} />}
      {children(data)}
    </>
  );
}

/** Nothing appears for a third of a second, so that fast answers do not flicker. */
export function Placeholder({ rows = 4 }: { readonly rows?: number }) {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 300);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="placeholder" role="status" aria-label={t('loading')}>
      {isLate && Array.from({ length: rows }, (_, row) => row).map((row) => <div key={row} />)}
    </div>
  );
}
