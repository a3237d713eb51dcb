import type { Api } from '@bandeja/client';
import { useState } from 'react';
import { texts } from '../language.ts';
import { Empty, Tile } from '../parts/Page.tsx';
import { courtName, type NameOf, nameOfIn, rulesOf, scoreText } from '../results/court.ts';
import type { LastEntry } from '../results/engine.ts';
import { type Court, type Entry, isSameSlot, type ResultEntry } from '../results/entries.ts';
import { useEntries, waitingIn } from '../results/hooks.ts';
import type { OpenLink } from './link.ts';
import { courtOf, MyNight } from './MyNight.tsx';
import type { OwnPlayer } from './own-player.ts';
import { Lineups, RoundView } from './RoundView.tsx';
import { Standings } from './Standings.tsx';
import { shared } from './words.ts';

const t = texts('console.night.open_night');

interface OpenNightProps {
  readonly night: Api.Night;
  readonly link: OpenLink;
  readonly me: OwnPlayer;
  readonly isOffline: boolean;
}

/** A court of the round that was shown at the tap: the next one may open while the pad is open. */
type RoundCourt = Court & { readonly round: number };

/** A night before it is closed: the courts beside the ranking. */
export function OpenNight({ night, link, me, isOffline }: OpenNightProps) {
  const { round, next, standings } = night;
  const nameOf = nameOfIn(night);
  return (
    <div className="columns night">
      <div className="stack">
        {/* The phone of a court belongs to no player. */}
        {night.link.court === null && <MyNight night={night} me={me} />}
        {round === null ? (
          <Empty title={shared('soon')} hint={t('soon_hint')} />
        ) : (
          <Courts {...{ night, round, link, me, isOffline, nameOf }} />
        )}
        {next !== null && next.courts.length > 0 && (
          <Lineups title={t('next', { n: next.round })} {...next} nameOf={nameOf} />
        )}
      </div>
      <Tile title={t('ranking')}>
        {standings.some(({ played }) => played > 0) ? (
          <Standings night={night} own={me.number} />
        ) : (
          <p className="quiet">{t('no_ranking')}</p>
        )}
      </Tile>
    </div>
  );
}

interface CourtsProps extends OpenNightProps {
  readonly round: Api.NightRound;
  readonly nameOf: NameOf;
}

function Courts({ night, round, link, me, isOffline, nameOf }: CourtsProps) {
  // With the round that was open then.
  const [last, setLast] = useState<(LastEntry & { readonly openRound: number }) | null>(null);
  const { waiting } = useEntries(link);
  const { role, court: onlyCourt } = night.link;
  const ownCourt = onlyCourt ?? courtOf(round, me.number)?.court;
  const courts = round.courts.map((court): RoundCourt => ({ ...court, round: round.round }));
  const own = courts.filter(({ court }) => court === ownCourt);
  const others = courts.filter(({ court }) => court !== ownCourt);
  const shown = {
    rules: rulesOf(night),
    nameOf,
    waiting: waitingIn(waiting, round.round),
    isKept: (entry: Entry) => isOffline && link.engine.outbox.isKept(entry),
    canScore: ({ court }: Court) => role === 'score' && (onlyCourt === null || court === onlyCourt),
    onEntry: (court: RoundCourt, result: ResultEntry | null, over: Entry | null) => {
      const entered = link.engine.enter({ night: link.night, round: court.round, court, result, nameOf, over });
      setLast({ ...entered, openRound: round.round });
    },
  };
  return (
    <>
      {own.length > 0 && (
        <section className="own-court">
          <h2>{t('your_court')}</h2>
          <RoundView {...shown} courts={own} resting={[]} />
        </section>
      )}
      <section className="stack">
        <h2 className={own.length > 0 && others.length > 0 ? undefined : 'reader'}>
          {own.length > 0 ? t('other_courts') : t('courts')}
        </h2>
        <RoundView {...shown} courts={others} resting={round.resting} />
      </section>
      {last !== null && last.openRound === round.round && (
        <LastBar key={last.entry.id} last={last} {...{ night, link, nameOf }} onUndone={() => setLast(null)} />
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
  const { entry, before } = last;
  const { waiting, refused } = useEntries(link);
  if (entry.result === null || refused.some((one) => isSameSlot(one, entry))) return null;
  const unsent = waiting.find((one) => isSameSlot(one, entry));
  if (unsent !== undefined && !link.engine.outbox.isKept(unsent)) return null;
  const isSent = unsent === undefined;
  const { round } = night;
  const court = round?.round === entry.round ? round.courts.find((one) => one.court === entry.court.court) : undefined;
  const values = { court: courtName(entry.court), score: scoreText(entry.result, entry.court, nameOf) };
  return (
    <div className="action-bar">
      <span role="status">{t(isSent ? 'saved' : 'kept', values)}</span>
      {(!isSent || (before !== null && court !== undefined)) && (
        <button
          type="button"
          onClick={() => {
            link.engine.undo(last, court ?? entry.court, nameOf);
            onUndone();
          }}
        >
          {t('undo')}
        </button>
      )}
    </div>
  );
}
