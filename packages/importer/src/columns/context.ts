/** What headers mean beside the others of their table. */

import { isStart, resultSeat } from './header-words.ts';
import { type Column, normalise, setColumns } from './names.ts';

/** How surely a header's cell names a column: by our own name, by another name of ours, by the meaning of its words. */
export type Certainty = 0 | 1 | 2;

export type Found = (readonly [Column, Certainty] | null)[];

export function readInContext(names: readonly string[], found: Found): void {
  takeWinnersAsTeam(names, found);
  spreadMerged(names, found);
  giveLocalItsMeaning(names, found);
  readStartBesideDate(names, found);
}

/** “Ganadores” is the column of the winner. If there are “Perdedores” too, both are teams. */
function takeWinnersAsTeam(names: readonly string[], found: Found): void {
  if (found.some((entry) => entry?.[0].startsWith('team_'))) return;
  const seats = names.map(resultSeat);
  if (!['winners', 'losers'].every((team) => seats.some((seat) => seat?.team === team))) return;
  for (const [place, seat] of seats.entries()) {
    if (seat === null) continue;
    const team = seat.team === 'winners' ? 'team_a' : 'team_b';
    found[place] = [seat.player === null ? team : `${team}_${seat.player}`, 2];
  }
}

/**
 * A header cell over two columns comes out as one name and an empty one, or as the same name twice. Over the pairs it stands
 * for the two players; over the score, for the sets.
 */
function spreadMerged(names: readonly string[], found: Found): void {
  const isMore = (place: number, start: number): boolean =>
    place < names.length && (names[place] === '' || normalise(names[place] ?? '') === normalise(names[start] ?? ''));
  const placeOf = (column: Column): number => found.findIndex((entry) => entry?.[0] === column);
  const [a, b] = [placeOf('team_a'), placeOf('team_b')];
  if (a >= 0 && b >= 0 && isMore(a + 1, a) && isMore(b + 1, b)) {
    for (const [column, place] of [
      ['team_a_1', a],
      ['team_a_2', a + 1],
      ['team_b_1', b],
      ['team_b_2', b + 1],
    ] as const) {
      found[place] = [column, 2];
    }
  }
  const score = placeOf('set_scores');
  if (score < 0 || !isMore(score + 1, score)) return;
  for (let set = 0; set < setColumns.length && (set === 0 || isMore(score + set, score)); set++) {
    const column = setColumns[set]?.[0];
    if (column !== undefined) found[score + set] = [column, 2];
  }
}

/** “Local” is the home team where the other is the visitors. Elsewhere it is Portuguese for the place. */
function giveLocalItsMeaning(names: readonly string[], found: Found): void {
  const at = names.findIndex((name) => normalise(name) === 'local');
  if (at < 0 || found[at]?.[0] !== 'team_a') return;
  const isNamed = (column: Column): boolean => found.some((entry, place) => entry?.[0] === column && place !== at);
  if (isNamed('team_a') || !isNamed('team_b')) found[at] = ['venue_label', 2];
}

/** “Start” beside “Date” is the time of day. A column “Time” is then something else: a duration. */
function readStartBesideDate(names: readonly string[], found: Found): void {
  const at = found.findIndex((entry, place) => entry?.[0] === 'played_at' && isStart(names[place] ?? ''));
  if (at < 0 || !found.some((entry) => entry?.[0] === 'date')) return;
  for (const [place, entry] of found.entries()) if (entry?.[0] === 'time') found[place] = null;
  found[at] = ['time', 2];
}
