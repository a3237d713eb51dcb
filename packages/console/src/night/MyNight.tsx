/** “That’s me”: a player's own line, next court and teammate, on the player's own phone. */
import type { Api } from '@bandeja/client';
import { useState } from 'react';
import { locale, texts } from '../language.ts';
import { joinPair } from '../names.ts';
import { formatNumber } from '../numbers.ts';
import { Sheet } from '../parts/Sheet.tsx';
import { courtName, type NameOf, nameOfIn } from '../results/court.ts';
import type { Court } from '../results/entries.ts';
import type { OwnPlayer } from './own-player.ts';
import { matchesText, numbersOf, rankedUnit, rankedValue } from './standing.ts';

const t = texts('console.night.my_night');

interface MyNightProps {
  readonly night: Api.Night;
  readonly me: OwnPlayer;
}

/** The court of a player. */
export const courtOf = (round: Pick<Api.NightRound, 'courts'> | null, number: number | null): Court | undefined =>
  round?.courts.find(({ team_a, team_b }) => [...team_a, ...team_b].some((one) => one === number));

/** A player's line, or the way to it. */
export function MyNight({ night, me }: MyNightProps) {
  const [isChoosing, setChoosing] = useState(false);
  const choose = (number: number | null) => {
    me.choose(number);
    setChoosing(false);
  };
  const { number } = me;
  return (
    <section className="my-night" aria-label={number === null ? t('who') : nameOfIn(night)(number)}>
      {number === null ? (
        <>
          <p>{t('find_hint')}</p>
          <button type="button" onClick={() => setChoosing(true)}>
            {t('find')}
          </button>
        </>
      ) : (
        <MyLine night={night} number={number} onChange={() => setChoosing(true)} />
      )}
      {isChoosing && <Names night={night} me={me} onChoose={choose} onClose={() => setChoosing(false)} />}
    </section>
  );
}

interface MyLineProps {
  readonly night: Api.Night;
  readonly number: number;
  readonly onChange: () => void;
}

function MyLine({ night, number, onChange }: MyLineProps) {
  const { round, next, standings, state } = night;
  const nameOf = nameOfIn(night);
  const row = standings.find((one) => numbersOf(one).includes(number));
  const facts =
    row === undefined || row.played === 0
      ? null
      : [
          `${rankedValue(row, night)} ${rankedUnit(row, night)}`,
          matchesText(row.played),
          ...(night.rank_by === 'wins' ? [] : [t('won', { n: row.wins })]),
        ];
  const isOut = state === 'open' && round !== null && courtOf(round, number) === undefined;
  return (
    <>
      {row !== undefined && row.played > 0 && (
        <p className="my-rank">
          <span className="reader">{t('rank', { n: row.rank, all: standings.length })}</span>
          <strong aria-hidden="true">{formatNumber(row.rank)}</strong>
          <small aria-hidden="true">{t('of', { n: standings.length })}</small>
        </p>
      )}
      <div>
        <header>
          <h2>{nameOf(number)}</h2>
          <button type="button" className="plain" onClick={onChange}>
            {t('change')}
          </button>
        </header>
        {facts !== null && <p>{facts.join(' · ')}</p>}
        {isOut && <p>{round.resting.includes(number) ? t('rests') : t('out')}</p>}
        {state !== 'closed' && next !== null && <NextCourt next={next} number={number} nameOf={nameOf} />}
      </div>
    </>
  );
}

interface NextCourtProps {
  readonly next: Api.NightRound;
  readonly number: number;
  readonly nameOf: NameOf;
}

/** Empty for a round that is not drawn yet. */
function NextCourt({ next, number, nameOf }: NextCourtProps) {
  const court = courtOf(next, number);
  if (court === undefined) return next.resting.includes(number) ? <p>{t('next_rest')}</p> : null;
  const { team_a: a, team_b: b } = court;
  const [own, others] = a.includes(number) ? [a, b] : [b, a];
  const [first = 0, second = 0] = others;
  const teammate = nameOf(own.find((one) => one !== number) ?? 0);
  return <p>{t('next', { court: courtName(court), teammate, opponents: joinPair(nameOf(first), nameOf(second)) })}</p>;
}

interface NamesProps extends MyNightProps {
  readonly onChoose: (number: number | null) => void;
  readonly onClose: () => void;
}

const order = new Intl.Collator(locale);

function Names({ night, me, onChoose, onClose }: NamesProps) {
  const nameOf = nameOfIn(night);
  const names = night.players
    .filter(({ identity }) => identity !== 'erased')
    .map(({ number }) => ({ number, name: nameOf(number) }))
    .toSorted((one, other) => order.compare(one.name, other.name));
  return (
    <Sheet title={t('who')} onClose={onClose}>
      <ul className="who-list">
        {names.map(({ number, name }) => (
          <li key={number}>
            <button type="button" aria-pressed={number === me.number} onClick={() => onChoose(number)}>
              {name}
            </button>
          </li>
        ))}
      </ul>
      {me.number !== null && (
        <button type="button" className="plain" onClick={() => onChoose(null)}>
          {t('nobody')}
        </button>
      )}
    </Sheet>
  );
}
