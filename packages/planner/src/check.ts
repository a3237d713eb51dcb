import type { Night, Pair } from './night.ts';
import { indexByNumber, presentAt, unitsOf } from './rests.ts';

/** Why a night cannot be drawn. */
export type NightFault =
  /** The pair is both fixed and avoided, or a player of it is in an earlier fixed pair, or twice in this pair. */
  | { readonly code: 'pair_conflict'; readonly list: 'fixedPairs' | 'avoidPairs'; readonly index: number }
  /** Fewer than four players can play in this round; only the first such round is named. */
  | { readonly code: 'not_enough_players'; readonly round: number; readonly present: number }
  /** In `teams`, every player of the drawn rounds is in a fixed pair. */
  | { readonly code: 'player_without_pair'; readonly number: number };

/** @param first the first round that is drawn: earlier ones are not checked */
export function checkNight(night: Night, first = 1): NightFault[] {
  return [...pairFaults(night), ...unpaired(night, first), ...emptyRound(night, first)];
}

const nameOf = ([one, other]: Pair): string => `${Math.min(one, other)},${Math.max(one, other)}`;

function pairFaults({ fixedPairs, avoidPairs }: Night): NightFault[] {
  const paired = new Set<number>();
  const fixed = fixedPairs.flatMap((pair, index) => {
    const isTaken = pair[0] === pair[1] || pair.some((number) => paired.has(number));
    for (const number of pair) paired.add(number);
    return isTaken ? [{ code: 'pair_conflict', list: 'fixedPairs', index } as const] : [];
  });
  const names = new Set(fixedPairs.map(nameOf));
  const avoided = avoidPairs.flatMap((pair, index) =>
    pair[0] === pair[1] || names.has(nameOf(pair))
      ? [{ code: 'pair_conflict', list: 'avoidPairs', index } as const]
      : [],
  );
  return [...fixed, ...avoided];
}

function unpaired({ format, players, fixedPairs, rounds }: Night, first: number): NightFault[] {
  if (format !== 'teams') return [];
  const paired = new Set(fixedPairs.flat());
  const playing = players.filter(({ fromRound, untilRound }) => fromRound <= rounds && (untilRound ?? rounds) >= first);
  return playing
    .filter(({ number }) => !paired.has(number))
    .map(({ number }) => ({ code: 'player_without_pair', number }));
}

function emptyRound(night: Night, first: number): NightFault[] {
  const indexOf = indexByNumber(night);
  for (let round = first; round <= night.rounds; round += 1) {
    const present = unitsOf(night, presentAt(night, round), indexOf).flat().length;
    if (present < 4) return [{ code: 'not_enough_players', round, present }];
  }
  return [];
}
