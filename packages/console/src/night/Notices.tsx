/** Warnings in large words: no network, no HTTPS, a link that has ended. */
import type { Api } from '@bandeja/client';
import { texts } from '../language.ts';
import { staleText } from '../parts/Fault.tsx';
import { Page, Tile } from '../parts/Page.tsx';
import type { OpenNight } from '../results/engine.ts';
import { drop } from '../results/entries.ts';
import { useEntries } from '../results/hooks.ts';
import { EntryList } from './KeptEntries.tsx';
import { Standings } from './Standings.tsx';
import { shared } from './words.ts';

const t = texts('console.night.notices');

interface ConnectionProps {
  readonly open: OpenNight;
  readonly isOffline: boolean;
  readonly readAt: number;
}

/** Warnings about the connection. Empty while all is well. */
export function Connection({ open, isOffline, readAt }: ConnectionProps) {
  const waiting = useEntries(open).waiting.length;
  const notes = [
    isOffline && staleText(readAt),
    isOffline && waiting > 0 && t('waiting', { n: waiting }),
    isOffline && !window.isSecureContext && t('no_reload'),
    !open.engine.outbox.storage.isKept && t('not_kept'),
  ].filter((note) => note !== false);
  return (
    <div role="status">
      {notes.length > 0 && (
        <div className={isOffline ? 'warn offline' : 'warn'}>
          {notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </div>
      )}
    </div>
  );
}

/** The limits of a page without HTTPS. */
export function Insecure() {
  return window.isSecureContext ? null : <p className="quiet small">{t('insecure')}</p>;
}

interface EndedProps {
  readonly link: OpenNight;
  /** The night as this page last read it. */
  readonly night: Api.Night | null;
}

/** A link that has ended. The last ranking and entries that were not sent are still shown. */
export function Ended({ link, night }: EndedProps) {
  return (
    <main className="night-page">
      <Page title={shared('night')}>
        <div className="state empty">
          <h2>{shared('ended')}</h2>
          <p>{t('ended_hint')}</p>
        </div>
        <Unsent open={link} />
        {night?.standings.some(({ played }) => played > 0) && (
          <Tile title={t('ranking')}>
            <Standings night={night} />
          </Tile>
        )}
      </Page>
    </main>
  );
}

function Unsent({ open }: { readonly open: OpenNight }) {
  const { waiting, refused } = useEntries(open);
  const entries = [...waiting, ...refused];
  if (entries.length === 0) return null;
  return (
    <section className="stack">
      <div>
        <h2>{t('unsent')}</h2>
        <p>{t('unsent_hint')}</p>
      </div>
      <EntryList entries={entries} onDrop={(entry) => void open.engine.outbox.update(drop(entry))} />
    </section>
  );
}
