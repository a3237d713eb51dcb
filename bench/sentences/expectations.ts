/** The expectations in sentences, each compared with what happened in a replayed history. */

import { expectedShareBefore, MODEL } from '@bandeja/rating';
import type { TestResult } from '@bandeja/service/insights/counted';
import { ruleInputOf } from '@bandeja/service/insights/rule-input';
import { type Rule, rules } from '@bandeja/service/insights/rules';
import { gameChances, gamesShareOf, winProbability } from '@bandeja/service/played/forecast';
import type { Replay, SeenResult } from './replay.ts';
import type { Trial } from './trials.ts';

export interface Expectation {
  /** The code of the insight or part, or the field, that contains the sentence. */
  readonly code: string;
  /** The quantity in the sentence. */
  readonly named: string;
  readonly trialsOf: (replay: Replay) => Trial[];
}

/** One trial per match and pair, unless `of` returns null. */
function ofEach(of: (one: SeenResult) => { readonly expected: number; readonly happened: number } | null) {
  return ({ seen }: Replay): Trial[] =>
    seen.flatMap((one) => {
      const trial = of(one);
      return trial === null ? [] : { ...trial, weight: 1, match: one.match };
    });
}

function winOf({ seen: { forecast, won }, pool }: SeenResult): { expected: number; happened: number } | null {
  return forecast && { expected: winProbability(forecast, pool), happened: Number(won) };
}

function shareOf({ seen }: SeenResult): { expected: number; happened: number } | null {
  const share = gamesShareOf(seen);
  return share && { expected: share.expected, happened: share.won / share.games };
}

/** The expected share in explanations. */
function explainedShareOf({ seen }: SeenResult): { expected: number; happened: number } | null {
  const share = gamesShareOf(seen);
  if (share === null || seen.forecast === null) return null;
  const { games, won } = share;
  const expected = expectedShareBefore(seen.forecast.learningGap, { won, lost: games - won, std: MODEL.STD_GAMES });
  return { expected, happened: won / games };
}

/** All games of a match; each pair serves half of them. */
function servedGamesOf(replay: Replay): Trial[] {
  return replay.seen.flatMap(({ seen, pool, match }): Trial[] => {
    const share = gamesShareOf(seen);
    if (share === null || seen.forecast === null) return [];
    const { serving, receiving } = gameChances(seen.forecast, pool.holdRate);
    return [{ expected: (serving + receiving) / 2, happened: share.won / share.games, weight: share.games, match }];
  });
}

/** The counts in a rule's sentence. Null if the rule does not count, or had nothing to count. */
export function countOf({
  values,
}: TestResult): { readonly n: number; readonly won: number; readonly expected: number } | null {
  const held = values as Readonly<Record<string, unknown>>;
  const n = Number(held['played'] ?? held['sets']);
  const won = Number(held['won'] ?? held['sets_with_run']);
  const expected = Number(held['expected']);
  return n > 0 && Number.isFinite(won) && Number.isFinite(expected) ? { n, won, expected } : null;
}

/** Applies a rule to one match at a time. */
function ofRule(rule: Rule) {
  return ({ seen }: Replay): Trial[] =>
    seen.flatMap(({ seen: one, pool, match }) =>
      rule.test(ruleInputOf([one], pool), rule.prior).flatMap((result): Trial[] => {
        const count = countOf(result);
        if (count === null) return [];
        return [{ expected: count.expected / count.n, happened: count.won / count.n, weight: count.n, match }];
      }),
    );
}

/** One trial per group of matches, for sentences about several matches. */
function ofGroups(
  of: typeof shareOf,
  {
    key,
    newest,
    min,
  }: { readonly key: (one: SeenResult, player: string) => string; readonly newest: number; readonly min: number },
) {
  return ({ seen }: Replay): Trial[] => {
    const groups = new Map<string, { expected: number; happened: number }[]>();
    for (const one of seen.toReversed()) {
      const trial = of(one);
      if (trial === null) continue;
      for (const name of new Set(one.players.map((player) => key(one, player)))) {
        const group = groups.get(name);
        if (group === undefined) groups.set(name, [trial]);
        else if (group.length < newest) group.push(trial);
      }
    }
    const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
    return [...groups.values()]
      .filter((group) => group.length >= min)
      .map((group, match) => ({
        expected: mean(group.map(({ expected }) => expected)),
        happened: mean(group.map(({ happened }) => happened)),
        weight: group.length,
        match,
      }));
  };
}

const byPlayer = (_: SeenResult, player: string): string => player;
const byPair = ({ players }: SeenResult): string => players.toSorted().join(' ');

/** Rules that need no order of games. */
const SET_RULES = /^(first_set|after_.*_first_set|tie_break|deciding_set|close_sets|lopsided_sets)$/;

/** The expectations that results without an order of games can check. */
export const expectations: readonly Expectation[] = [
  { code: 'result', named: 'chance to win the match', trialsOf: ofEach(winOf) },
  {
    code: 'biggest_upset',
    named: 'chance of the less likely pair',
    trialsOf: ofEach((one) => {
      const win = winOf(one);
      return win !== null && win.expected < 0.5 ? win : null;
    }),
  },
  {
    code: 'expectation',
    named: 'wins in the newest 50 matches, from 10 matches on',
    trialsOf: ofGroups(winOf, { key: byPlayer, newest: 50, min: 10 }),
  },
  { code: 'margin', named: 'share of the games of a match', trialsOf: ofEach(explainedShareOf) },
  {
    code: 'form',
    named: 'share of games in the newest 10 matches',
    trialsOf: ofGroups(shareOf, { key: byPlayer, newest: 10, min: 8 }),
  },
  {
    code: 'teammate',
    named: 'share of games in 6 matches or more together',
    trialsOf: ofGroups(shareOf, { key: byPair, newest: 50, min: 6 }),
  },
  {
    code: 'court_side, competition',
    named: 'share of games in a match; both sides of the comparison',
    trialsOf: ofEach(shareOf),
  },
  ...rules
    .filter(({ code }) => SET_RULES.test(code))
    .map((rule) => ({
      code: rule.code,
      named: rule.code.startsWith('after_') ? 'matches won' : 'sets won',
      trialsOf: ofRule(rule),
    })),
  { code: 'serve, return', named: 'games, own and opponents’ service games together', trialsOf: servedGamesOf },
];
