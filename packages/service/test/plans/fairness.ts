/** Checks that hold for every plan of a night, after any changes. */
import assert from 'node:assert/strict';
import type { Plan } from '@bandeja/contract/plans';
import { certificateOf } from '@bandeja/planner';
import { lineupOf, seatsOf } from './planned-night.ts';

/** In a round, no player plays twice, all who play are present, and all others who are present rest. */
export function assertPossible({ rounds, players, courts: count }: Plan): void {
  for (const { round, courts, resting, by_hand, state } of rounds) {
    if (courts.length === 0) continue;
    const seats = seatsOf(courts);
    assert.equal(new Set([...seats, ...resting]).size, seats.length + resting.length, `round ${round}`);
    const present = players.filter((one) => one.from_round <= round && round <= (one.until_round ?? round));
    const numbers = new Set(present.map(({ number }) => number));
    assert.deepEqual(
      new Set([...seats.filter((number) => numbers.has(number)), ...resting]),
      numbers,
      `round ${round}`,
    );
    // A round that was played may have had other courts and players.
    if (by_hand || state !== 'planned') continue;
    assert.ok(seats.every((number) => numbers.has(number)));
    assert.equal(courts.length, Math.min(count, Math.floor(numbers.size / 4)));
  }
}

/** The largest difference of rests of two players over the rounds at which both are there. */
export function restDifferenceOf({ rounds, players }: Plan): number {
  const drawn = rounds.filter(({ courts }) => courts.length > 0);
  const isThere = (number: number, { resting, courts }: Plan['rounds'][number]) =>
    resting.includes(number) || seatsOf(courts).includes(number);
  const differences = players.flatMap(({ number: one }) =>
    players.map(({ number: other }) => {
      const together = drawn.filter((round) => isThere(one, round) && isThere(other, round));
      const restsOf = (number: number) => together.filter(({ resting }) => resting.includes(number)).length;
      return restsOf(one) - restsOf(other);
    }),
  );
  return Math.max(...differences);
}

/** The certificate of a plan is that of the rounds that it shows. */
export function assertCertified(plan: Plan): void {
  const { quality, rounds, players } = plan;
  const night = {
    format: plan.format,
    players: players.map(({ number, from_round: fromRound, until_round: untilRound }) => {
      return { number, rating: null, fromRound, untilRound };
    }),
    courts: plan.courts,
    rounds: rounds.length,
    fixedPairs: plan.fixed_pairs,
    avoidPairs: plan.avoid_pairs,
    mexicanoPairing: plan.mexicano_pairing,
    seed: plan.seed,
  };
  const drawn = rounds
    .filter(({ courts }) => courts.length > 0)
    .map(({ round, courts, resting }) => ({
      round,
      courts: courts.map(lineupOf).map(({ court, team_a: teamA, team_b: teamB }) => ({ court, teamA, teamB })),
      resting,
    }));
  const isByHand = rounds.some(({ by_hand }) => by_hand);
  const expected = certificateOf(night, drawn, () => null, isByHand);
  assert.deepEqual(
    {
      repeats: quality.teammate_repeats,
      repeatsBound: quality.teammate_lower_bound,
      meetings: quality.opponent_meetings,
      rests: quality.sit_out_difference,
      restsBound: quality.rest_difference_bound,
      opponentsBound: quality.opponent_max_bound,
      teammates: quality.teammate_histogram,
      opponents: quality.opponent_histogram,
      neverMet: quality.never_met,
      gaveWay: quality.gave_way,
      proof: quality.proof,
    },
    {
      repeats: expected.teammateRepeats,
      repeatsBound: expected.teammateLowerBound,
      meetings: expected.opponentMeetings,
      rests: expected.sitOutDifference,
      restsBound: expected.restDifferenceBound,
      opponentsBound: expected.opponentMaxBound,
      teammates: expected.teammateHistogram,
      opponents: expected.opponentHistogram,
      neverMet: expected.neverMet,
      gaveWay: expected.gaveWay,
      proof: expected.proof,
    },
  );
  assert.equal(quality.sit_out_difference, restDifferenceOf(plan));
}
