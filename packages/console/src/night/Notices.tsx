/** Warnings in large words: no network, no HTTPS, a link that has ended. */
import type { Api } from '@bandeja/client';
import { fill, texts } from '../language.ts';
import { staleText } from '../parts/Fault.tsx';
import { Page, Tile } from '../parts/Page.tsx';
import type { OpenNight } from '../results/engine.ts';
import { drop } from '../results/entries.ts';
import { useEntries } from '../results/hooks.ts';
import { EntryList } from './KeptEntries.tsx';
import { Standings } from './Standings.tsx';
import { shared } from './words.ts';

const t = texts({
  endedHint: [
    'Ask the organizer for a new one if the night is still on.',
    'Si la noche continúa, pide otro a quien la organiza.',
    'Se a noite continua, peça outro a quem a organiza.',
  ],
  ranking: ['The ranking as last read', 'La última clasificación leída', 'A última classificação lida'],
  unsent: [
    'Kept on this phone, never sent',
    'Guardado en este móvil, sin enviar',
    'Guardado neste telemóvel, por enviar',
  ],
  unsentHint: [
    'Show this to the organizer, who can enter it.',
    'Enséñaselo a quien organiza: puede anotarlo.',
    'Mostre isto a quem organiza: pode registá-lo.',
  ],
  waiting: [
    '{n} {n|score is|scores are} kept on this device until the network is back.',
    '{n} {n|resultado guardado|resultados guardados} en este dispositivo hasta que vuelva la red.',
    '{n} {n|resultado guardado|resultados guardados} neste dispositivo até a rede voltar.',
  ],
  noReload: [
    'Do not reload: this page has no HTTPS, so it cannot open while you are offline.',
    'No recargues: esta página no tiene HTTPS y no se puede abrir sin conexión.',
    'Não recarregue: esta página não tem HTTPS e não abre sem ligação.',
  ],
  notKept: [
    'This browser stores nothing, like a private window. Do not close this page until every score is saved.',
    'Este navegador no guarda nada, como una ventana privada. No cierres la página hasta que todo esté guardado.',
    'Este navegador não guarda nada, como uma janela privada. Não feche a página até tudo estar guardado.',
  ],
  insecure: [
    'This address has no HTTPS. Scores are kept while you are offline, but you cannot reload the page then.',
    'Esta dirección no tiene HTTPS. Los resultados se guardan sin conexión, pero entonces no puedes recargar la página.',
    'Este endereço não tem HTTPS. Os resultados guardam-se sem ligação, mas então não pode recarregar a página.',
  ],
});

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
    isOffline && waiting > 0 && fill(t.waiting, { n: waiting }),
    isOffline && !window.isSecureContext && t.noReload,
    !open.engine.outbox.storage.isKept && t.notKept,
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
  return window.isSecureContext ? null : <p className="quiet small">{t.insecure}</p>;
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
      <Page title={shared.night}>
        <div className="state empty">
          <h2>{shared.ended}</h2>
          <p>{t.endedHint}</p>
        </div>
        <Unsent open={link} />
        {night?.standings.some(({ played }) => played > 0) && (
          <Tile title={t.ranking}>
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
        <h2>{t.unsent}</h2>
        <p>{t.unsentHint}</p>
      </div>
      <EntryList entries={entries} onDrop={(entry) => void open.engine.outbox.update(drop(entry))} />
    </section>
  );
}
