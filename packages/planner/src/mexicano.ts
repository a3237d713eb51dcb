import type { Night, Seats } from './night.ts';

/**
 * The next round of mexicano: fours by standing, in each the first with the fourth or the third. A fixed pair has the mean
 * place of its two. Where a pair is fixed or avoided, the four is paired differently.
 */
export function mexicanoSeats(
  night: Night,
  units: readonly number[][],
  standings: readonly number[],
  random: () => number,
): Seats {
  const ranked = rankedUnits(night, units, standings, random);
  const seats: number[] = [];
  while (ranked.length > 0) seats.push(...teamsOf(night, takeFour(ranked)));
  return Int32Array.from(seats);
}

/** Units by place, best first. Players without a place come by rating, and equal ones by chance. */
function rankedUnits(
  { players }: Night,
  units: readonly number[][],
  standings: readonly number[],
  random: () => number,
): number[][] {
  const chance = players.map(() => random());
  const placeOf = (i: number): number => {
    const place = standings.indexOf(players[i]?.number ?? 0);
    return place === -1 ? standings.length : place;
  };
  const order = [...players.keys()].toSorted((one, other) => {
    const rating = (i: number): number => players[i]?.rating ?? Number.NEGATIVE_INFINITY;
    const [first, second] = [rating(one), rating(other)];
    const byRating = first === second ? 0 : second - first;
    return placeOf(one) - placeOf(other) || byRating || (chance[one] as number) - (chance[other] as number);
  });
  const rank = new Map(order.map((i, place) => [i, place]));
  const mean = (unit: readonly number[]): number => unit.reduce((sum, i) => sum + (rank.get(i) ?? 0), 0) / unit.length;
  return units.toSorted((one, other) => mean(one) - mean(other));
}

/** Takes the next four players. A pair that does not fit waits for the next court. */
function takeFour(ranked: number[][]): number[][] {
  const four: number[][] = [];
  let room = 4;
  for (let at = 0; room > 0 && at < ranked.length; ) {
    const unit = ranked[at] as number[];
    if (unit.length > room) at += 1;
    else {
      four.push(unit);
      ranked.splice(at, 1);
      room -= unit.length;
    }
  }
  return four;
}

const PAIRINGS = { '1_4': [0, 3, 1, 2], '1_3': [0, 2, 1, 3], '1_2': [0, 1, 2, 3] } as const;

function teamsOf(night: Night, units: readonly number[][]): number[] {
  const pair = units.find(({ length }) => length === 2);
  const four = units.flat();
  if (pair !== undefined) return [...pair, ...four.filter((i) => !pair.includes(i))];
  const preferred = night.mexicanoPairing;
  const others = (['1_4', '1_3', '1_2'] as const).filter((pairing) => pairing !== preferred);
  const tried = [preferred, ...others].map((pairing) => PAIRINGS[pairing].map((place) => four[place] as number));
  return tried.find((seats) => !breaksApart(night, seats)) ?? (tried[0] as number[]);
}

const breaksApart = ({ players, avoidPairs }: Night, seats: readonly number[]): boolean => {
  const [a, b, c, d] = seats.map((i) => players[i]?.number);
  return avoidPairs.some(
    (pair) =>
      [a, b].every((n) => n === pair[0] || n === pair[1]) || [c, d].every((n) => n === pair[0] || n === pair[1]),
  );
};
