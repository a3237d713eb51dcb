/**
 * Every rule that may say something of a player, in one table. A rule has a baseline, what was expected of these matches;
 * it speaks only where the difference is large, more than chance, and not one of the false ones that many rules bring
 * along. The slopes of sets and matches were fitted to matches of professionals (docs/analysis.md, “What is expected”); the gates and
 * the priors M are reasoned.
 */

import { GAMES, SERVED } from '../analysis/game-tally.ts';
import { CLOSING_GAMES, OPENING_GAMES } from '../analysis/played-set.ts';
import {
  CLOSE_GAMES_MAX,
  decidingSet,
  firstSet,
  isCloseSet,
  isLopsidedSet,
  isTieBreakSet,
  LOPSIDED_GAMES_MIN,
} from '../analysis/set-kinds.ts';
import { type FormattedMessage, formatMessage, type MessageCode, type MessageValues } from '../messages/format.ts';
import type { Language } from '../messages/languages.ts';
import { competitions, courtSides, newestForm, teammates } from './compared.ts';
import {
  collapses,
  countedGames,
  countedSet,
  countedSets,
  type Games,
  LEAD_GAMES,
  matchesAfterFirstSet,
  type Reading,
  threeGameLeads,
} from './counted.ts';
import type { Season } from './season.ts';

export interface Rule<Values = object> {
  readonly code: string;
  /** Of the rules of a family one speaks at the most: they look at nearly the same games. */
  readonly family: string;
  /** Whether a strength and a weakness may both be told: who is best to play with says nothing of who is worst. */
  readonly isFamilyADirection?: true;
  /** The fewest trials. */
  readonly min: number;
  /** M: what is expected counts for so many trials when the size of the difference is judged. */
  readonly prior: number;
  /** The smallest difference worth saying, as a share. */
  readonly floor: number;
  /** What the rule finds; several where it looks at several things, such as each teammate. */
  readonly read: (season: Season, prior: number) => readonly Reading<Values>[];
  /** The sentence of a reading of this rule. */
  tell(language: Language, values: Values): FormattedMessage;
}

/** A rule whose sentence holds what it reads. */
const rule = <Values extends object>(one: Rule<Values>): Rule => one;

const says =
  <Code extends MessageCode>(code: Code) =>
  (language: Language, values: MessageValues<Code>): FormattedMessage =>
    formatMessage(language, code, values);

/** Numbers of a rule itself, such as that the opening is three games, stand in the values of its sentence too. */
const saysBeside =
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
    read: countedGames(serviceGames),
    tell: says('insight.serve'),
  }),
  rule({
    code: 'return',
    family: 'return',
    min: 30,
    prior: 100,
    floor: 0.04,
    read: countedGames(returnGames),
    tell: says('insight.return'),
  }),
  rule({
    code: 'serving_for_set',
    family: 'late_games',
    min: 12,
    prior: 150,
    floor: 0.03,
    read: countedGames({ kind: GAMES.forSet, served: SERVED.own }, serviceGames),
    tell: says('insight.serving_for_set'),
  }),
  rule({
    code: 'staying_in_set',
    family: 'late_games',
    min: 12,
    prior: 150,
    floor: 0.03,
    read: countedGames({ kind: GAMES.forSet, served: SERVED.opponents }, returnGames),
    tell: says('insight.staying_in_set'),
  }),
  rule({
    code: 'opening',
    family: 'starts',
    min: 40,
    prior: 150,
    floor: 0.03,
    read: countedGames({ kind: GAMES.opening }, allGames),
    tell: saysBeside('insight.opening', { opening_games: OPENING_GAMES }),
  }),
  rule({
    code: 'closing',
    family: 'late_games',
    min: 40,
    prior: 150,
    floor: 0.03,
    read: countedGames({ kind: GAMES.closing }, allGames),
    tell: saysBeside('insight.closing', { games_from_set: CLOSING_GAMES }),
  }),
  rule({
    code: 'break_back',
    family: 'after_a_break',
    min: 20,
    prior: 150,
    floor: 0.03,
    read: countedGames({ kind: GAMES.breakBack }, returnGames),
    tell: says('insight.break_back'),
  }),
  rule({
    code: 'consolidation',
    family: 'after_a_break',
    min: 20,
    prior: 150,
    floor: 0.03,
    read: countedGames({ kind: GAMES.consolidation }, serviceGames),
    tell: says('insight.consolidation'),
  }),
  rule({
    code: 'first_set',
    family: 'starts',
    min: 12,
    prior: 100,
    floor: 0.04,
    read: countedSet(0.88, firstSet),
    tell: says('insight.first_set'),
  }),
  rule({
    code: 'after_losing_first_set',
    family: 'after_the_first_set',
    min: 10,
    prior: 100,
    floor: 0.03,
    read: matchesAfterFirstSet(false, 0.75),
    tell: says('insight.after_losing_first_set'),
  }),
  rule({
    code: 'after_winning_first_set',
    family: 'after_the_first_set',
    min: 10,
    prior: 100,
    floor: 0.03,
    read: matchesAfterFirstSet(true, 0.75),
    tell: says('insight.after_winning_first_set'),
  }),
  rule({
    code: 'tie_break',
    family: 'tight_sets',
    min: 8,
    prior: 100,
    floor: 0.03,
    read: countedSets(0.32, isTieBreakSet),
    tell: says('insight.tie_break'),
  }),
  rule({
    code: 'deciding_set',
    family: 'tight_sets',
    min: 8,
    prior: 100,
    floor: 0.03,
    read: countedSet(0.45, decidingSet),
    tell: says('insight.deciding_set'),
  }),
  rule({
    code: 'close_sets',
    family: 'tight_sets',
    min: 15,
    prior: 100,
    floor: 0.04,
    read: countedSets(0.5, isCloseSet),
    tell: saysBeside('insight.close_sets', { games_apart_max: CLOSE_GAMES_MAX }),
  }),
  rule({
    code: 'lopsided_sets',
    family: 'tight_sets',
    min: 15,
    prior: 100,
    floor: 0.04,
    read: countedSets(1.26, isLopsidedSet),
    tell: saysBeside('insight.lopsided_sets', { games_apart_min: LOPSIDED_GAMES_MIN }),
  }),
  rule({
    code: 'court_side',
    family: 'court_side',
    min: 8,
    prior: 15,
    floor: 0.03,
    read: courtSides,
    tell: says('insight.court_side'),
  }),
  rule({
    code: 'teammate',
    family: 'teammate',
    isFamilyADirection: true,
    min: 6,
    prior: 10,
    floor: 0.03,
    read: teammates,
    tell: says('insight.teammate'),
  }),
  rule({
    code: 'competition',
    family: 'competition',
    min: 8,
    prior: 15,
    floor: 0.03,
    read: competitions,
    tell: says('insight.competition'),
  }),
  rule({
    code: 'form',
    family: 'form',
    min: 8,
    prior: 5,
    floor: 0.03,
    read: newestForm,
    tell: says('insight.form'),
  }),
  rule({
    code: 'runs_conceded',
    family: 'runs_conceded',
    min: 20,
    prior: 100,
    floor: 0.03,
    read: collapses,
    tell: says('insight.runs_conceded'),
  }),
  rule({
    code: 'leads',
    family: 'after_the_first_set',
    min: 10,
    prior: 100,
    floor: 0.03,
    read: threeGameLeads,
    tell: saysBeside('insight.leads', { games_ahead: LEAD_GAMES }),
  }),
];
