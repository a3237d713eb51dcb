/** The expectations that sentences name, each with what was told and what happened over a replayed history. */

import { expectedShareBefore, MODEL } from '@bandeja/rating';
import { gameChances, gamesShareOf, winProbability } from '@bandeja/service/reading/analysis/forecast';
import type { TestResult } from '@bandeja/service/reading/insights/counted';
import { ruleInputOf } from '@bandeja/service/reading/insights/rule-input';
import { type Rule, rules } from '@bandeja/service/reading/insights/rules';
import { gameOrders } from './game-orders.ts';
import type { Replay, SeenResult } from './replay.ts';
import type { Trial } from './trials.ts';

export interface Expectation {
  /** The code of the insight or part, or the field, that the sentence stands in. */
  readonly code: string;
  /** What is named. */
  readonly named: string;
  readonly trialsOf: (replay: Replay) => Trial[];
}

/** A trial of each match and pair, as far as there is one. */
function ofEach(of: (one: SeenResult) => { readonly told: number; readonly happened: number } | null) {
  return ({ seen }: Replay): Trial[] =>
    seen.flatMap((one) => {
      const trial = of(one);
      return trial === null ? [] : { ...trial, weight: 1, match: one.match };
    });
}

function winOf({ seen: { forecast, won }, pool }: SeenResult): { told: number; happened: number } | null {
  return forecast && { told: winProbability(forecast, pool), happened: Number(won) };
}

function shareOf({ seen }: SeenResult): { told: number; happened: number } | null {
  const share = gamesShareOf(seen);
  return share && { told: share.expected, happened: share.won / share.games };
}

/** As explanations name it. */
function explainedShareOf({ seen }: SeenResult): { told: number; happened: number } | null {
  const share = gamesShareOf(seen);
  if (share === null || seen.forecast === null) return null;
  const { games, won } = share;
  const told = expectedShareBefore(seen.forecast.learningGap, { won, lost: games - won, std: MODEL.STD_GAMES });
  return { told, happened: won / games };
}

/** All games of a match, of which the two pairs serve half each. */
function servedGamesOf(replay: Replay): Trial[] {
  return replay.seen.flatMap(({ seen, pool, match }): Trial[] => {
    const share = gamesShareOf(seen);
    if (share === null || seen.forecast === null) return [];
    const { serving, receiving } = gameChances(seen.forecast, pool.holdRate);
    return [{ told: (serving + receiving) / 2, happened: share.won / share.games, weight: share.games, match }];
  });
}

/** What came and was expected of it, as the sentence tells it; null of a rule that does not count, and where there is nothing to count. */
export function countOf({
  values,
}: TestResult): { readonly n: number; readonly won: number; readonly expected: number } | null {
  const held = values as Readonly<Record<string, unknown>>;
  const n = Number(held['played'] ?? held['sets']);
  const won = Number(held['won'] ?? held['sets_with_run']);
  const expected = Number(held['expected']);
  return n > 0 && Number.isFinite(won) && Number.isFinite(expected) ? { n, won, expected } : null;
}

/** What a rule reads of each match by itself. */
function ofRule(rule: Rule) {
  return ({ seen }: Replay): Trial[] =>
    seen.flatMap(({ seen: one, pool, match }) =>
      rule.test(ruleInputOf([one], pool), rule.prior).flatMap((result): Trial[] => {
        const count = countOf(result);
        if (count === null) return [];
        return [{ told: count.expected / count.n, happened: count.won / count.n, weight: count.n, match }];
      }),
    );
}

/** What a rule about the course of sets reads of each set, over the orders in which its games may have come. */
function ofCourses(rule: Rule) {
  return ({ seen }: Replay): Trial[] =>
    seen.flatMap(({ seen: one, pool, match }) => {
      const [expected] = ruleInputOf([one], pool).matches;
      if (expected === undefined) return [];
      return one.sets.flatMap((set) =>
        gameOrders(set).flatMap(({ share, course }): Trial[] => {
          const ofSet = { ...expected, match: { ...one, sets: [{ ...set, course }] } };
          const season = { matches: [ofSet], scored: [], pool };
          const count = rule.test(season, rule.prior).map(countOf)[0] ?? null;
          return count === null ? [] : [{ told: count.expected, happened: count.won, weight: share, match }];
        }),
      );
    });
}

/** A trial of each group of matches, newest first in it, as sentences about several matches are told. */
function ofGroups(
  of: typeof shareOf,
  {
    key,
    newest,
    min,
  }: { readonly key: (one: SeenResult, player: string) => string; readonly newest: number; readonly min: number },
) {
  return ({ seen }: Replay): Trial[] => {
    const groups = new Map<string, { told: number; happened: number }[]>();
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
        told: mean(group.map(({ told }) => told)),
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
const COURSE_RULES = /^(runs_conceded|leads)$/;

const ofRules = (codes: RegExp, named: (rule: Rule) => string, trialsOf: (rule: Rule) => Expectation['trialsOf']) =>
  rules
    .filter(({ code }) => codes.test(code))
    .map((rule): Expectation => ({ code: rule.code, named: named(rule), trialsOf: trialsOf(rule) }));

/** What can be checked on results without the order of their games. */
export const expectations: readonly Expectation[] = [
  { code: 'result', named: 'chance to win the match', trialsOf: ofEach(winOf) },
  {
    code: 'biggest_upset',
    named: 'chance of the pair that was less likely to win',
    trialsOf: ofEach((one) => {
      const win = winOf(one);
      return win !== null && win.told < 0.5 ? win : null;
    }),
  },
  {
    code: 'expectation',
    named: 'wins in the newest 50 matches, of who has 10 or more',
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
  ...ofRules(SET_RULES, ({ code }) => (code.startsWith('after_') ? 'matches won' : 'sets won'), ofRule),
  { code: 'serve, return', named: 'games, own and opponents’ service games together', trialsOf: servedGamesOf },
  ...ofRules(
    COURSE_RULES,
    ({ code }) => (code === 'leads' ? 'sets won' : 'sets without five lost in a row'),
    ofCourses,
  ),
];
