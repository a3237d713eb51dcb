/**
 * Every team against every other once (the circle method): the rounds, as team numbers from 0, two a match. An odd number
 * of teams takes as many rounds, and each team has one bye.
 */
export function circleRounds(teams: number): readonly (readonly number[])[] {
  const modulus = teams % 2 === 0 ? teams - 1 : teams;
  const matches = Array.from({ length: (modulus - 1) / 2 }, (_, index) => index + 1);
  return Array.from({ length: modulus }, (_, round) => [
    ...matches.flatMap((step) => [(round + step) % modulus, (round - step + modulus) % modulus]),
    ...(teams % 2 === 0 ? [round, modulus] : []),
  ]);
}
