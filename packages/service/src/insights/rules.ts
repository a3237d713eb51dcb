/**
 * All rules of insights in one table. A rule compares matches with their expectation. It gives an insight only if the
 * difference is large, more than chance, and passes the control of false discoveries. The slopes of sets and matches were
 * fitted to matches of professionals (docs/analysis.md, “What is expected”). The thresholds and the priors M were not fitted.
 */

import { type FormattedMessage, formatMessage, type MessageCode, type MessageValues } from '../messages/format.ts';
import type { Language } from '../messages/languages.ts';
import { GAMES, SERVED } from '../played/game-tally.ts';
import { CLOSING_GAMES, OPENING_GAMES } from '../played/played-set.ts';
import {
  CLOSE_GAMES_MAX,
  decidingSet,
  firstSet,
  isCloseSet,
  isLopsidedSet,
  isTieBreakSet,
  LOPSIDED_GAMES_MIN,
} from '../played/set-kinds.ts';
import { competitions, courtSides, currentForm, teammates } from './compared.ts';
import {
  collapses,
  countedGames,
  countedSet,
  countedSets,
  type Games,
  LEAD_GAMES,
  matchesAfterFirstSet,
  type TestResult,
  threeGameLeads,
} from './counted.ts';
import type { RuleInput } from './rule-input.ts';

export interface Rule<Values = object> {
  readonly code: string;
  /** At most one rule of a family gives an insight, since they look at nearly the same games. */
  readonly family: string;
  /** Whether a strength and a weakness may both be shown: the best teammate and the worst one are independent. */
  readonly hasFamilyPerDirection?: true;
  /** The fewest trials. */
  readonly min: number;
  /** M: the weight of the expectation, in trials, in the size of the difference. */
  readonly prior: number;
  /** The smallest difference worth showing, as a share. */
  readonly floor: number;
  /** Returns several results if the rule tests several things, such as each teammate. */
  readonly test: (input: RuleInput, prior: number) => readonly TestResult<Values>[];
  /** The sentence of a result of this rule. */
  format(language: Language, values: Values): FormattedMessage;
}

/** Checks that the sentence takes the values that the test returns. */
const rule = <Values extends object>(one: Rule<Values>): Rule => one;

const messageOf =
  <Code extends MessageCode>(code: Code) =>
  (language: Language, values: MessageValues<Code>): FormattedMessage =>
    formatMessage(language, code, values);

/** Adds constants of the rule, such as the three games of the opening, to the values of the sentence. */
const messageWithConstants =
  <Code extends MessageCode, Own extends object>(code: Code, own: Own) =>
  (language: Language, values: Omit<MessageValues<Code>, keyof Own>): FormattedMessage =>
    formatMessage(language, code, { ...values, ...own } as unknown as MessageValues<Code>);

const allGames: Games = { kind: GAMES.all };
const serviceGames: Games = { kind: GAMES.all, served: SERVED.own };
const returnGames: Games = { kind: GAMES.all, served: SERVED.opponents };

export const rules: readonly Rule[] = [
  rule({
    code: 'serve',
    family: 'serve',
    min: 30,
    prior: 100,
    floor: 0.04,
    test: countedGames(serviceGames),
    format: messageOf('insight.serve'),
  }),
  rule({
    code: 'return',
    family: 'return',
    min: 30,
    prior: 100,
    floor: 0.04,
    test: countedGames(returnGames),
    format: messageOf('insight.return'),
  }),
  rule({
    code: 'serving_for_set',
    family: 'late_games',
    min: 12,
    prior: 150,
    floor: 0.03,
    test: countedGames({ kind: GAMES.forSet, served: SERVED.own }, serviceGames),
    format: messageOf('insight.serving_for_set'),
  }),
  rule({
    code: 'staying_in_set',
    family: 'late_games',
    min: 12,
    prior: 150,
    floor: 0.03,
    test: countedGames({ kind: GAMES.forSet, served: SERVED.opponents }, returnGames),
    format: messageOf('insight.staying_in_set'),
  }),
  rule({
    code: 'opening',
    family: 'starts',
    min: 40,
    prior: 150,
    floor: 0.03,
    test: countedGames({ kind: GAMES.opening }, allGames),
    format: messageWithConstants('insight.opening', { opening_games: OPENING_GAMES }),
  }),
  rule({
    code: 'closing',
    family: 'late_games',
    min: 40,
    prior: 150,
    floor: 0.03,
    test: countedGames({ kind: GAMES.closing }, allGames),
    format: messageWithConstants('insight.closing', { games_from_set: CLOSING_GAMES }),
  }),
  rule({
    code: 'break_back',
    family: 'after_a_break',
    min: 20,
    prior: 150,
    floor: 0.03,
    test: countedGames({ kind: GAMES.breakBack }, returnGames),
    format: messageOf('insight.break_back'),
  }),
  rule({
    code: 'consolidation',
    family: 'after_a_break',
    min: 20,
    prior: 150,
    floor: 0.03,
    test: countedGames({ kind: GAMES.consolidation }, serviceGames),
    format: messageOf('insight.consolidation'),
  }),
  rule({
    code: 'first_set',
    family: 'starts',
    min: 12,
    prior: 100,
    floor: 0.04,
    test: countedSet(0.88, firstSet),
    format: messageOf('insight.first_set'),
  }),
  rule({
    code: 'after_losing_first_set',
    family: 'after_the_first_set',
    min: 10,
    prior: 100,
    floor: 0.03,
    test: matchesAfterFirstSet(false, 0.75),
    format: messageOf('insight.after_losing_first_set'),
  }),
  rule({
    code: 'after_winning_first_set',
    family: 'after_the_first_set',
    min: 10,
    prior: 100,
    floor: 0.03,
    test: matchesAfterFirstSet(true, 0.75),
    format: messageOf('insight.after_winning_first_set'),
  }),
  rule({
    code: 'tie_break',
    family: 'tight_sets',
    min: 8,
    prior: 100,
    floor: 0.03,
    test: countedSets(0.32, isTieBreakSet),
    format: messageOf('insight.tie_break'),
  }),
  rule({
    code: 'deciding_set',
    family: 'tight_sets',
    min: 8,
    prior: 100,
    floor: 0.03,
    test: countedSet(0.45, decidingSet),
    format: messageOf('insight.deciding_set'),
  }),
  rule({
    code: 'close_sets',
    family: 'tight_sets',
    min: 15,
    prior: 100,
    floor: 0.04,
    test: countedSets(0.5, isCloseSet),
    format: messageWithConstants('insight.close_sets', { games_apart_max: CLOSE_GAMES_MAX }),
  }),
  rule({
    code: 'lopsided_sets',
    family: 'tight_sets',
    min: 15,
    prior: 100,
    floor: 0.04,
    test: countedSets(1.26, isLopsidedSet),
    format: messageWithConstants('insight.lopsided_sets', { games_apart_min: LOPSIDED_GAMES_MIN }),
  }),
  rule({
    code: 'court_side',
    family: 'court_side',
    min: 8,
    prior: 15,
    floor: 0.03,
    test: courtSides,
    format: messageOf('insight.court_side'),
  }),
  rule({
    code: 'teammate',
    family: 'teammate',
    hasFamilyPerDirection: true,
    min: 6,
    prior: 10,
    floor: 0.03,
    test: teammates,
    format: messageOf('insight.teammate'),
  }),
  rule({
    code: 'competition',
    family: 'competition',
    min: 8,
    prior: 15,
    floor: 0.03,
    test: competitions,
    format: messageOf('insight.competition'),
  }),
  rule({
    code: 'form',
    family: 'form',
    min: 8,
    prior: 5,
    floor: 0.03,
    test: currentForm,
    format: messageOf('insight.form'),
  }),
  rule({
    code: 'runs_conceded',
    family: 'runs_conceded',
    min: 20,
    prior: 100,
    floor: 0.03,
    test: collapses,
    format: messageOf('insight.runs_conceded'),
  }),
  rule({
    code: 'leads',
    family: 'after_the_first_set',
    min: 10,
    prior: 100,
    floor: 0.03,
    test: threeGameLeads,
    format: messageWithConstants('insight.leads', { games_ahead: LEAD_GAMES }),
  }),
];
