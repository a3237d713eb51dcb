/**
 * Every rule that may say something of a player, in one table. A rule has a baseline, what was expected of these matches;
 * it speaks only where the difference is large, more than chance, and not one of the false ones that many rules bring
 * along. The slopes of sets and matches were fitted to matches of professionals (docs/analysis.md, “What is expected”); the gates and
 * the priors M are reasoned.
 */
import { GAMES, SERVED } from '../game-tally.ts';
import { decidingSet, firstSet, isCloseSet, isLopsidedSet, isTieBreakSet } from '../set-kinds.ts';
import { competitions, courtSides, newestForm, teammates } from './compared.ts';
import {
  countedGames,
  countedSet,
  countedSets,
  type Games,
  matchesAfterFirstSet,
  type Reading,
  setsWithoutCollapse,
  threeGameLeads,
} from './counted.ts';
import type { Season } from './season.ts';

export interface Rule {
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
  readonly read: (season: Season, prior: number) => readonly Reading[];
  /** In words; see `sentence` for what stands in braces. */
  readonly up: string;
  readonly down: string;
}

const allGames: Games = { kind: GAMES.all };
const serviceGames: Games = { kind: GAMES.all, served: SERVED.own };
const returnGames: Games = { kind: GAMES.all, served: SERVED.opponents };

export const rules: readonly Rule[] = [
  {
    code: 'serve',
    family: 'serve',
    min: 30,
    prior: 100,
    floor: 0.04,
    read: countedGames(serviceGames),
    up: 'Won {w} of {n} service games; {e} were expected against these opponents.',
    down: 'Held only {w} of {n} service games; {e} were expected against these opponents.',
  },
  {
    code: 'return',
    family: 'return',
    min: 30,
    prior: 100,
    floor: 0.04,
    read: countedGames(returnGames),
    up: 'Broke in {w} of {n} return games; {e} were expected.',
    down: 'Broke in only {w} of {n} return games; {e} were expected.',
  },
  {
    code: 'serving_for_set',
    family: 'late_games',
    min: 12,
    prior: 150,
    floor: 0.03,
    read: countedGames({ kind: GAMES.forSet, served: SERVED.own }, serviceGames),
    up: 'Served the set out {w} times in {n}; own usual level gives {e}.',
    down: 'Served the set out only {w} times in {n}; own usual level gives {e}.',
  },
  {
    code: 'staying_in_set',
    family: 'late_games',
    min: 12,
    prior: 150,
    floor: 0.03,
    read: countedGames({ kind: GAMES.forSet, served: SERVED.opponents }, returnGames),
    up: 'Broke back {w} times in {n} when the opponents served for the set; {e} is usual.',
    down: 'Stopped the set point server only {w} times in {n}; {e} is usual for this player.',
  },
  {
    code: 'opening',
    family: 'starts',
    min: 40,
    prior: 150,
    floor: 0.03,
    read: countedGames({ kind: GAMES.opening }, allGames),
    up: 'Strong start: won {w} of {n} opening games, {e} at the usual level.',
    down: 'Slow start: won {w} of {n} opening games, {e} at the usual level.',
  },
  {
    code: 'closing',
    family: 'late_games',
    min: 40,
    prior: 150,
    floor: 0.03,
    read: countedGames({ kind: GAMES.closing }, allGames),
    up: 'Finishes well: won {w} of {n} late games in a set, {e} at the usual level.',
    down: 'Fades late: won {w} of {n} late games in a set, {e} at the usual level.',
  },
  {
    code: 'break_back',
    family: 'after_a_break',
    min: 20,
    prior: 150,
    floor: 0.03,
    read: countedGames({ kind: GAMES.breakBack }, returnGames),
    up: 'Broke straight back in {w} of {n} chances; {e} at the usual level.',
    down: 'Broke straight back in only {w} of {n} chances; {e} at the usual level.',
  },
  {
    code: 'consolidation',
    family: 'after_a_break',
    min: 20,
    prior: 150,
    floor: 0.03,
    read: countedGames({ kind: GAMES.consolidation }, serviceGames),
    up: 'Held {w} of {n} service games right after a break; {e} is usual.',
    down: 'Gave the break back: held {w} of {n} games after it, {e} is usual.',
  },
  {
    code: 'first_set',
    family: 'starts',
    min: 12,
    prior: 100,
    floor: 0.04,
    read: countedSet(0.88, firstSet),
    up: 'Has won {w} of {n} first sets; {e} were expected.',
    down: 'Has won only {w} of {n} first sets; {e} were expected.',
  },
  {
    code: 'after_losing_first_set',
    family: 'after_the_first_set',
    min: 10,
    prior: 100,
    floor: 0.03,
    read: matchesAfterFirstSet(false, 0.75),
    up: 'Turned {w} of {n} matches after losing the first set; {e} were expected.',
    down: 'Turned only {w} of {n} matches after losing the first set; {e} were expected.',
  },
  {
    code: 'after_winning_first_set',
    family: 'after_the_first_set',
    min: 10,
    prior: 100,
    floor: 0.03,
    read: matchesAfterFirstSet(true, 0.75),
    up: 'Closed out {w} of {n} matches after winning the first set; {e} were expected.',
    down: 'Let {l} of {n} matches slip after winning the first set; {e} were expected.',
  },
  {
    code: 'tie_break',
    family: 'tight_sets',
    min: 8,
    prior: 100,
    floor: 0.03,
    read: countedSets(0.32, isTieBreakSet),
    up: 'Has won {w} of {n} tie-breaks; {e} were expected. Often partly luck.',
    down: 'Has won {w} of {n} tie-breaks; {e} were expected. Often partly luck.',
  },
  {
    code: 'deciding_set',
    family: 'tight_sets',
    min: 8,
    prior: 100,
    floor: 0.03,
    read: countedSet(0.45, decidingSet),
    up: 'Has won {w} of {n} deciding sets; {e} were expected. Often partly luck.',
    down: 'Has won {w} of {n} deciding sets; {e} were expected. Often partly luck.',
  },
  {
    code: 'close_sets',
    family: 'tight_sets',
    min: 15,
    prior: 100,
    floor: 0.04,
    read: countedSets(0.5, isCloseSet),
    up: 'Has won {w} of {n} close sets; {e} were expected.',
    down: 'Has won {w} of {n} close sets; {e} were expected.',
  },
  {
    code: 'lopsided_sets',
    family: 'tight_sets',
    min: 15,
    prior: 100,
    floor: 0.04,
    read: countedSets(1.26, isLopsidedSet),
    up: 'Has won {w} of {n} one-sided sets; {e} were expected.',
    down: 'Has won {w} of {n} one-sided sets; {e} were expected.',
  },
  {
    code: 'court_side',
    family: 'court_side',
    min: 8,
    prior: 15,
    floor: 0.03,
    read: courtSides,
    up: 'Plays above the rating on the {side}: {x} more games in 100 than on the other side ({n} matches).',
    // The better side is named, so it is never a weakness.
    down: 'Plays above the rating on the {side}: {x} more games in 100 than on the other side ({n} matches).',
  },
  {
    code: 'teammate',
    family: 'teammate',
    isFamilyADirection: true,
    min: 6,
    prior: 10,
    floor: 0.03,
    read: teammates,
    up: 'Best with {name}: {x} games in 100 more than expected ({n} matches).',
    down: 'Below expectation with {name}: {x} games in 100 fewer ({n} matches).',
  },
  {
    code: 'competition',
    family: 'competition',
    min: 8,
    prior: 15,
    floor: 0.03,
    read: competitions,
    up: 'Plays better in {type}: {x} games in 100 more than elsewhere ({n} matches).',
    down: 'Plays below own level in {type}: {x} games in 100 fewer ({n} matches).',
  },
  {
    code: 'form',
    family: 'form',
    min: 8,
    prior: 5,
    floor: 0.03,
    read: newestForm,
    up: 'Ahead of the rating: {x} games in 100 more than expected in the last {n} matches.',
    down: 'Behind the rating: {x} games in 100 fewer than expected in the last {n} matches.',
  },
  {
    code: 'runs_conceded',
    family: 'runs_conceded',
    min: 20,
    prior: 100,
    floor: 0.03,
    read: setsWithoutCollapse,
    up: 'Hardly collapses: 5 lost in a row in {k} of {n} sets, {e} expected.',
    down: 'Lost 5 games in a row in {k} of {n} sets; {e} expected.',
  },
  {
    code: 'leads',
    family: 'after_the_first_set',
    min: 10,
    prior: 100,
    floor: 0.03,
    read: threeGameLeads,
    up: 'Kept {w} of {n} three-game leads; {e} were expected.',
    down: 'Lost {l} of {n} sets after leading by three games; {e} were expected.',
  },
];
