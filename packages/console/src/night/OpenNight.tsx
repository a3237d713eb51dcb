import type { Api } from '@bandeja/client';
import { useState } from 'react';
import { fill, texts } from '../language.ts';
import { Empty, Tile } from '../parts/Page.tsx';
import { enter, type OpenLink, useEntries } from './link.ts';
import { type Entry, isSameCourt, newId } from './outbox/outbox.ts';
import { isWaiting } from './outbox/sender.ts';
import { Lineups, RoundView, type WaitingEntry } from './RoundView.tsx';
import { type Court, courtName, type NameOf, nameOfIn, type ResultEntry, scoreText } from './results.ts';
import { Standings } from './Standings.tsx';

const t = texts({
  waits: ['Saved here, not sent', 'Guardado aquí, sin enviar', 'Guardado aqui, por enviar'],
  sending: ['Sending', 'Enviando', 'A enviar'],
  yourCourt: ['Your court', 'Tu pista', 'O seu campo'],
  courts: ['Courts', 'Pistas', 'Campos'],
  otherCourts: ['Other courts', 'Otras pistas', 'Outros campos'],
  next: ['Next: round {n}', 'Después: ronda {n}', 'A seguir: ronda {n}'],
  ranking: ['Ranking', 'Clasificación', 'Classificação'],
  noRanking: [
    'The ranking begins with the first score.',
    'La clasificación empieza con el primer resultado.',
    'A classificação começa com o primeiro resultado.',
  ],
  soon: ['The first round is not open yet', 'La primera ronda aún no está abierta', 'A primeira ronda ainda não abriu'],
  soonHint: [
    'This page shows it as soon as the organizer opens it.',
    'Esta página la muestra en cuanto se abra.',
    'Esta página mostra-a assim que abrir.',
  ],
  saved: [
    'Saved: {court}, {score}. Tap the score to correct it.',
    'Guardado: {court}, {score}. Toca el resultado para corregirlo.',
    'Guardado: {court}, {score}. Toque no resultado para corrigir.',
  ],
  kept: [
    'Saved on this phone: {court}, {score}',
    'Guardado en este móvil: {court}, {score}',
    'Guardado neste telemóvel: {court}, {score}',
  ],
  undo: ['Undo', 'Deshacer', 'Desfazer'],
});

interface OpenNightProps {
  readonly night: Api.Night;
  readonly link: OpenLink;
  readonly isOffline: boolean;
}

/** A court of the round that was shown at the tap: the next one may open while the pad is open. */
type RoundCourt = Court & { readonly round: number };

/** The last entry of this tab, and what was there before it. */
interface LastEntry {
  readonly court: RoundCourt;
  readonly entry: ResultEntry;
  /** An entry that waited then. */
  readonly replaced: Entry | null;
  /** The round that was open then. */
  readonly openRound: number;
}

/** A night before it is closed: the courts beside the ranking. */
export function OpenNight({ night, link, isOffline }: OpenNightProps) {
  const { round, next, standings } = night;
  const nameOf = nameOfIn(night);
  return (
    <div className="columns night">
      <div className="stack">
        {round === null ? (
          <Empty title={t.soon} hint={t.soonHint} />
        ) : (
          <Courts night={night} round={round} link={link} isOffline={isOffline} nameOf={nameOf} />
        )}
        {next !== null && next.courts.length > 0 && (
          <Lineups title={fill(t.next, { n: next.round })} {...next} nameOf={nameOf} />
        )}
      </div>
      <Tile title={t.ranking}>
        {standings.some(({ played }) => played > 0) ? (
          <Standings night={night} />
        ) : (
          <p className="quiet">{t.noRanking}</p>
        )}
      </Tile>
    </div>
  );
}

interface CourtsProps extends OpenNightProps {
  readonly round: Api.NightRound;
  readonly nameOf: NameOf;
}

function Courts({ night, round, link, isOffline, nameOf }: CourtsProps) {
  const [last, setLast] = useState<LastEntry | null>(null);
  const entries = useEntries(link).filter((one) => one.round === round.round && isWaiting(one));
  const waiting = new Map<number, WaitingEntry>(
    entries.map(({ court, entry }) => [court.court, { entry, note: isOffline ? t.waits : t.sending }]),
  );
  const { role, court: ownCourt } = night.link;
  const courts = round.courts.map((court): RoundCourt => ({ ...court, round: round.round }));
  const own = courts.filter(({ court }) => court === ownCourt);
  const others = courts.filter(({ court }) => court !== ownCourt);
  const shown = {
    rules: { ...night, sets: null },
    nameOf,
    waiting,
    canScore: ({ court }: Court) => role === 'score' && (ownCourt === null || court === ownCourt),
    onEntry: (court: RoundCourt, entry: ResultEntry) => {
      const replaced = entries.find((one) => one.court.court === court.court) ?? null;
      setLast({ court, entry, replaced, openRound: round.round });
      void enter(link, { round: court.round, court, entry, nameOf });
    },
  };
  return (
    <>
      {own.length > 0 && (
        <section className="own-court">
          <h2>{t.yourCourt}</h2>
          <RoundView {...shown} courts={own} resting={[]} />
        </section>
      )}
      <section className="stack">
        <h2 className={own.length > 0 && others.length > 0 ? undefined : 'reader'}>
          {own.length > 0 ? t.otherCourts : t.courts}
        </h2>
        <RoundView {...shown} courts={others} resting={round.resting} />
      </section>
      {last !== null && last.openRound === round.round && (
        <LastBar key={last.court.court} last={last} {...{ night, link, nameOf }} onUndone={() => setLast(null)} />
      )}
    </>
  );
}

interface LastBarProps extends Pick<CourtsProps, 'night' | 'link' | 'nameOf'> {
  readonly last: LastEntry;
  readonly onUndone: () => void;
}

/** The last entry, with “Undo” where a link can take it back: it cannot remove a result that the service has stored. */
function LastBar({ last, night, link, nameOf, onUndone }: LastBarProps) {
  const { court, entry, replaced } = last;
  const isSame = (one: Entry) => isSameCourt(one, { round: court.round, court });
  const kept = useEntries(link).find(isSame);
  const [isUndoing, setUndoing] = useState(false);
  if (kept !== undefined && !isWaiting(kept)) return null;
  const before = court.result;
  const canUndo = kept !== undefined || (before !== null && night.round?.round === court.round);
  async function undo(): Promise<void> {
    setUndoing(true);
    await link.sender.settle();
    const unsent = link.outbox.entries.find(isSame);
    const { round } = link.reader.reading.night ?? night;
    const now = round?.round === court.round ? round.courts.find((one) => one.court === court.court) : undefined;
    if (unsent !== undefined && replaced !== null) await link.outbox.put({ ...replaced, id: newId() });
    else if (unsent !== undefined) await link.outbox.remove(unsent);
    else if (before === null || now === undefined) return;
    else await enter(link, { round: court.round, court: now, entry: before, nameOf });
    onUndone();
  }
  const values = { court: courtName(court), score: scoreText(entry, court, nameOf) };
  return (
    <div className="action-bar">
      <span role="status">{fill(kept === undefined ? t.saved : t.kept, values)}</span>
      {canUndo && (
        <button type="button" disabled={isUndoing} onClick={() => void undo().finally(() => setUndoing(false))}>
          {t.undo}
        </button>
      )}
    </div>
  );
}
