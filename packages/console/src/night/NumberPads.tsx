/** The pads of a score: one tap for points, one a set for games, one a pair for points by time. */
import { useState } from 'react';
import { texts } from '../language.ts';
import { Field } from '../parts/Field.tsx';
import { gamesOf, type ResultEntry, type Team } from '../results/entries.ts';
import { played } from '../results/typed-numbers.ts';

const t = texts('console.night.number_pads');

export interface PadProps {
  readonly names: Readonly<Record<Team, string>>;
  /** The result that the court has. */
  readonly current: ResultEntry | null;
  readonly onEntry: (entry: ResultEntry) => void;
}

interface NumbersProps {
  readonly label: string;
  readonly from?: number;
  readonly to: number;
  readonly value: number | null;
  readonly onChoose: (value: number) => void;
}

/** Buttons of numbers, five or more in a row. */
function Numbers({ label, from = 0, to, value, onChoose }: NumbersProps) {
  const columns = to <= 24 ? 5 : to <= 35 ? 6 : 7;
  return (
    <fieldset className="numbers" style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
      <legend className="reader">{label}</legend>
      {Array.from({ length: to - from + 1 }, (_, index) => from + index).map((number) => (
        <button
          key={number}
          type="button"
          value={number}
          aria-pressed={number === value}
          onClick={() => onChoose(number)}
        >
          {number}
        </button>
      ))}
    </fieldset>
  );
}

/** More numbers than this are typed. */
const NUMBERS_MAX = 48;

/** The points of one pair; the other pair has the rest. */
export function PointsPad({ names, current, onEntry, team, points }: PadProps & { team: Team; points: number }) {
  const [set] = current?.set_scores ?? [];
  const label = t('points', { names: names[team] });
  const enter = (own: number) => onEntry(team === 'A' ? played([own, points - own]) : played([points - own, own]));
  const value = set === undefined ? null : gamesOf(set, team);
  if (points <= NUMBERS_MAX) return <Numbers label={label} to={points} value={value} onChoose={enter} />;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        enter(Number(new FormData(event.currentTarget).get('points')));
      }}
    >
      <Field
        label={label}
        name="points"
        type="number"
        min={0}
        max={points}
        required
        defaultValue={value ?? ''}
        autoFocus
      />
      <button type="submit" className="main">
        {t('save')}
      </button>
    </form>
  );
}

/** Points that a match by time seldom passes; higher ones are typed. */
const TIMED_MAX = 35;

/** A number for each pair, first of the one that was tapped. The second one enters the score. */
export function TimedPad({ names, current, onEntry, team }: PadProps & { readonly team: Team }) {
  const [own, setOwn] = useState<number | null>(null);
  const other = team === 'A' ? 'B' : 'A';
  const asked = own === null ? team : other;
  const [set] = current?.set_scores ?? [];
  const choose = (number: number) => {
    if (own === null) setOwn(number);
    else onEntry(team === 'A' ? played([own, number]) : played([number, own]));
  };
  return (
    <div className="pad">
      {own !== null && (
        <p className="entered">
          <strong>
            {names[team]}: {own}
          </strong>
          <button type="button" className="plain" onClick={() => setOwn(null)}>
            {t('change')}
          </button>
        </p>
      )}
      <h3>{names[asked]}</h3>
      <Numbers
        label={t('points', { names: names[asked] })}
        // At 0–0 nothing was played, so the service refuses it.
        from={own === 0 ? 1 : 0}
        to={TIMED_MAX}
        value={set === undefined ? null : gamesOf(set, asked)}
        onChoose={choose}
      />
    </div>
  );
}

type Set = readonly [a: number, b: number];

const SET: readonly Set[] = [
  [6, 0],
  [6, 1],
  [6, 2],
  [6, 3],
  [6, 4],
  [7, 5],
  [7, 6],
];
const TIE_BREAK = Array.from({ length: 9 }, (_, least): Set => [10, least]);

/** Common sets by their winner. One set is entered at once; more are saved when they decide the match. */
export function SetsPad({ names, current, onEntry, sets }: PadProps & { readonly sets: 1 | 3 }) {
  const known = (current?.set_scores ?? []).map((set): Set => [set.team_a_games, set.team_b_games]);
  const [entered, setEntered] = useState<readonly Set[]>(sets === 1 ? [] : known);
  const winsOfA = entered.filter(([a, b]) => a > b).length;
  const isDecided = Math.max(winsOfA, entered.length - winsOfA) === 2;
  const add = (set: Set) => (sets === 1 ? onEntry(played(set)) : setEntered([...entered, set]));
  return (
    <div className="pad">
      {entered.length > 0 && (
        <p className="entered">
          <strong>{entered.map(([a, b]) => `${a}–${b}`).join(' ')}</strong>
          <button type="button" className="plain" onClick={() => setEntered(entered.slice(0, -1))}>
            {t('remove')}
          </button>
        </p>
      )}
      {!isDecided && entered.length < 3 && (
        <>
          {sets !== 1 && <h3>{t('set', { n: entered.length + 1 })}</h3>}
          <SetChoices names={names} choices={SET} onChoose={add} />
          {entered.length === 2 && (
            <>
              <h3>{t('tie_break')}</h3>
              <SetChoices names={names} choices={TIE_BREAK} onChoose={add} />
            </>
          )}
        </>
      )}
      {sets !== 1 && (
        <button type="button" className="main" disabled={!isDecided} onClick={() => onEntry(played(...entered))}>
          {t('save')}
        </button>
      )}
    </div>
  );
}

interface SetChoicesProps extends Pick<PadProps, 'names'> {
  readonly choices: readonly Set[];
  readonly onChoose: (set: Set) => void;
}

function SetChoices({ names, choices, onChoose }: SetChoicesProps) {
  return (['A', 'B'] as const).map((team) => (
    <fieldset key={team} className="sets">
      <legend>{t('wins', { names: names[team] })}</legend>
      {choices
        .map(([most, least]): Set => (team === 'A' ? [most, least] : [least, most]))
        .map(([a, b]) => (
          <button key={`${a}-${b}`} type="button" value={`${a}${b}`} onClick={() => onChoose([a, b])}>
            {a}–{b}
          </button>
        ))}
    </fieldset>
  ));
}
