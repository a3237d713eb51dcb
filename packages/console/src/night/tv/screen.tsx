/** What the screens on a wall have in common: they stay on, and turn their pages. */
import { type ReactNode, useEffect, useState } from 'react';
import { texts } from '../../language.ts';
import { lengthsOf } from '../lengths.ts';

const t = texts('console.night.screen');

/** Counts the pages that were turned. */
export function useTurns(turnMs: number): number {
  const [turns, setTurns] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTurns((before) => before + 1), turnMs);
    return () => clearInterval(timer);
  }, [turnMs]);
  return turns;
}

/** Keeps the screen on. Browsers release the lock when the page is hidden, and have none without HTTPS. */
export function useScreenOn(): void {
  useEffect(() => {
    const keepOn = () => {
      if ('wakeLock' in navigator && document.visibilityState === 'visible')
        void navigator.wakeLock.request('screen').catch(() => undefined);
    };
    keepOn();
    document.addEventListener('visibilitychange', keepOn);
    return () => document.removeEventListener('visibilitychange', keepOn);
  }, []);
}

interface TvStateProps {
  readonly title: string;
  readonly sentence: string;
  readonly children?: ReactNode;
}

export function TvState({ title, sentence, children }: TvStateProps) {
  return (
    <main className="tv">
      <header className="tv-band">
        <h1>{title}</h1>
      </header>
      <p className="tv-sentence">{sentence}</p>
      {children}
    </main>
  );
}

export function PageOf({ place, all }: { readonly place: number; readonly all: number }) {
  return all < 2 ? null : <p className="tv-page">{t('page', { n: place + 1, all })}</p>;
}

/** Names on one line. Where they are longer than the line, they are smaller, so that all of them show whole. */
export function TvNames({ names }: { readonly names: readonly string[] }) {
  return (
    <span className="name">
      <span style={lengthsOf(names)}>
        {names.map((name) => (
          <span key={name}>{name}</span>
        ))}
      </span>
    </span>
  );
}
