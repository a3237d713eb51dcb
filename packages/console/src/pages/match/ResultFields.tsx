/** The result of a match in a form: who won, the score, and whether it was played to the end. */
import type { Api } from '@bandeja/client';
import { useEffect, useRef, useState } from 'react';
import { texts } from '../../language.ts';
import { Field, Select, textOf } from '../../parts/Field.tsx';
import type { Outcome, Team } from '../../results/entries.ts';
import { faultOf, leaderOf, setsOf, type Typed } from './typed-result.ts';

const t = texts('console.match.result_fields');

interface ResultFieldsProps {
  readonly names: Readonly<Record<Team, string>>;
  /** The result that the match has. */
  readonly current?: Pick<Api.Match, 'winning_team' | 'set_scores' | 'outcome' | 'scoring'>;
  /** The points of a match, if the night has a fixed number of them. */
  readonly points?: number | null;
  readonly hint: string;
}

export const scoreOf = (sets: readonly Api.SetScoreSubmission[]): string =>
  sets.map((set) => `${set.team_a_games}-${set.team_b_games}`).join(' ');

const teamOf = (value: string | undefined): Team | null => (value === 'A' || value === 'B' ? value : null);

/** What is wrong with the score; empty if nothing is. */
function problemOf(typed: Typed, { names, points = null }: ResultFieldsProps): string {
  const fault = faultOf(typed, points);
  if (fault === null) return '';
  if (fault === 'too_many') return t(fault, { points: points ?? 0 });
  if (fault !== 'contradicts') return t(fault);
  const leader = leaderOf(setsOf(typed.score) ?? []);
  return leader === null ? '' : t('contradicts', { names: names[leader] });
}

export function ResultFields(props: ResultFieldsProps) {
  const { names, current, hint } = props;
  const { outcome: stored = 'played', set_scores: sets = [], winning_team: winner, scoring } = current ?? {};
  const [typed, setTyped] = useState<Typed>({
    score: scoreOf(sets),
    units: scoring ?? 'games',
    hasKnownUnits: current !== undefined,
    outcome: stored,
    winner: stored === 'played' && leaderOf(sets) !== null ? null : (winner ?? null),
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
        value={typed.winner ?? ''}
        onChange={(event) => change({ winner: teamOf(event.target.value) })}
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
  const winning_team = teamOf(textOf(values, 'winner')) ?? leaderOf(set_scores);
  return { winning_team, outcome, set_scores };
}
