/** The result of a match in a form: who won, the score, and whether it was played to the end. */
import type { Api } from '@bandeja/client';
import { readScore } from '@bandeja/importer';
import { useEffect, useRef, useState } from 'react';
import { texts } from '../../language.ts';
import { Field, Select, textOf } from '../../parts/Field.tsx';
import { winnerOf } from '../../results/entries.ts';

const t = texts('console.match.result_fields');

type Outcome = Api.Match['outcome'];
type Units = 'games' | 'points';

interface ResultFieldsProps {
  readonly names: Readonly<Record<'A' | 'B', string>>;
  /** The result that the match has. */
  readonly current?: Pick<Api.Match, 'winning_team' | 'set_scores' | 'outcome' | 'scoring'>;
  /** The points of a match, if the night has a fixed number of them. */
  readonly points?: number | null;
  readonly hint: string;
}

export const scoreOf = (sets: readonly Api.SetScoreSubmission[]): string =>
  sets.map((set) => `${set.team_a_games}-${set.team_b_games}`).join(' ');

/** The sets of “6-4 3-6 10-7”, and of “64 75”; null if it cannot be read. */
function setsOf(text: string): Api.SetScoreSubmission[] | null {
  const isShort = /^\d\d(?:[\s,;]+\d\d)*$/.test(text.trim());
  const read = readScore(isShort ? text.replaceAll(/(\d)(\d)/g, '$1-$2') : text);
  if ('fault' in read) return null;
  return read.value.map(({ a, b }, index) => ({ set_number: index + 1, team_a_games: a, team_b_games: b }));
}

interface Typed {
  readonly score: string;
  readonly units: Units;
  readonly outcome: Outcome;
  readonly winner: string;
}

/** What is wrong with the score; empty if nothing is. The units of a stored result are known. */
function problemOf(
  { score, units, outcome, winner }: Typed,
  { names, current, points = null }: ResultFieldsProps,
): string {
  const sets = setsOf(score);
  if (sets === null) return t('unreadable');
  if (points !== null && sets.some(({ team_a_games: a, team_b_games: b }) => a + b > points))
    return t('too_many', { points });
  const [first] = sets;
  if (current === undefined && units === 'games' && first && Math.max(first.team_a_games, first.team_b_games) >= 10)
    return t('looks_like_points');
  const leader = winnerOf({ set_scores: sets, winning_team: null });
  if (winner !== '')
    return outcome === 'played' && leader !== null && leader !== winner
      ? t('contradicts', { names: names[leader] })
      : '';
  if (leader !== null) return '';
  if (first === undefined) return t('missing');
  if (units === 'points' && outcome === 'played') return '';
  return outcome === 'played' && sets.length === 2 ? t('third') : t('level');
}

export function ResultFields(props: ResultFieldsProps) {
  const { names, current, hint } = props;
  const { outcome: stored = 'played', set_scores: sets = [], winning_team: winner, scoring } = current ?? {};
  const [typed, setTyped] = useState<Typed>({
    score: scoreOf(sets),
    units: scoring ?? 'games',
    outcome: stored,
    winner: stored === 'played' && winnerOf({ set_scores: sets, winning_team: null }) !== null ? '' : (winner ?? ''),
  });
  const change = (part: Partial<Typed>) => setTyped({ ...typed, ...part });
  const [isLeft, setLeft] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const problem = problemOf(typed, props);
  useEffect(() => field.current?.setCustomValidity(problem), [problem]);
  return (
    <>
      {current === undefined && (
        <Select
          label={t('units')}
          name="units"
          value={typed.units}
          onChange={(event) => change({ units: event.target.value === 'points' ? 'points' : 'games' })}
        >
          <option value="games">{t('in_sets')}</option>
          <option value="points">{t('in_points')}</option>
        </Select>
      )}
      <Field
        ref={field}
        label={t(typed.units)}
        name="score"
        value={typed.score}
        hint={isLeft && problem !== '' ? problem : hint}
        autoComplete="off"
        autoFocus
        onChange={(event) => change({ score: event.target.value })}
        onBlur={() => setLeft(true)}
        onInvalid={() => setLeft(true)}
      />
      <Select
        label={t('outcome')}
        name="outcome"
        value={typed.outcome}
        onChange={(event) => change({ outcome: event.target.value as Outcome })}
      >
        <option value="played">{t('played')}</option>
        <option value="retired">{t('retired')}</option>
        <option value="walkover">{t('walkover')}</option>
      </Select>
      <Select
        label={t('winner')}
        name="winner"
        value={typed.winner}
        onChange={(event) => change({ winner: event.target.value })}
      >
        <option value="">{t('by_score')}</option>
        <option value="A">{names.A}</option>
        <option value="B">{names.B}</option>
      </Select>
    </>
  );
}

/** What the fields contain. Level points are a draw. */
export function readResult(values: FormData) {
  const set_scores = setsOf(textOf(values, 'score') ?? '') ?? [];
  const outcome = textOf(values, 'outcome') as Outcome;
  const winner = textOf(values, 'winner');
  const winning_team = winner === 'A' || winner === 'B' ? winner : winnerOf({ set_scores, winning_team: null });
  return { winning_team, outcome, set_scores };
}
