/** Recaps of random nights, compared with a slow second calculation that reads all matches for each figure. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Outcome, Team } from '@bandeja/contract/match-enums';
import type { SessionRecap } from '@bandeja/contract/sessions';
import fc from 'fast-check';
import type { SessionMatchRow } from '../../src/sessions/store.ts';
import { aNote, idOf, nameOf, recapOf } from './night.ts';

const everybody = ['ana', 'bea', 'cruz', 'dani', 'eva', 'fina'];

const aSet = fc.constantFrom('6-0', '6-1', '6-2', '6-4', '7-5', '7-6', '0-6', '1-6', '3-6', '5-7', '6-7', '4-4');

/** A valid match: the team with more sets or games has won; without a scoreline, either team. */
const aPlayedMatch = fc.record({
  four: fc.shuffledSubarray(everybody, { minLength: 4, maxLength: 4 }),
  sets: fc.array(aSet, { maxLength: 3 }),
  won: fc.constantFrom<Team>('A', 'B'),
  outcome: fc.constantFrom<Outcome>('played', 'played', 'played', 'retired', 'walkover'),
  status: fc.constantFrom('completed', 'completed', 'completed', 'pending', 'voided'),
  minutes: fc.option(fc.integer({ min: 5, max: 90 })),
  venue: fc.option(fc.constantFrom('Norte', 'Sur')),
  deltas: fc.array(fc.integer({ min: -40, max: 40 }), { minLength: 4, maxLength: 4 }),
});
type PlayedMatch = typeof aPlayedMatch extends fc.Arbitrary<infer M> ? M : never;

const pairsOf = (sets: readonly string[]): (readonly [number, number])[] =>
  sets.map((set) => set.split('-').map(Number) as [number, number]);

function rowOf(match: PlayedMatch, index: number): SessionMatchRow {
  const isWalkover = match.outcome === 'walkover';
  const isRated = match.status === 'completed' && !isWalkover;
  return aNote(
    index + 1,
    {
      players: match.four.join(' '),
      won: match.won,
      ...(isWalkover || match.sets.length === 0 ? {} : { sets: match.sets.join(' ') }),
      ...(isRated ? { deltas: match.deltas } : {}),
    },
    {
      outcome: match.outcome,
      status: match.status as SessionMatchRow['status'],
      duration_minutes: match.minutes,
      venue_label: match.venue,
    },
  );
}

describe('the recap of any night', () => {
  it('is equal to a slow calculation, figure by figure', () => {
    fc.assert(
      fc.property(fc.array(aPlayedMatch, { maxLength: 30 }), (night) => {
        const rows = night.map(rowOf);
        for (const ranking of ['wins', 'points'] as const) {
          assert.deepEqual(seen(recapOf(rows, 1, ranking)), slowRecap(night, ranking));
        }
      }),
      { numRuns: 300 },
    );
  });
});

/** The compared parts. Other tests cover names and expectations. */
function seen(recap: SessionRecap) {
  return {
    matches: recap.matches,
    players: recap.unique_players.players.map((player) => player.username),
    average: recap.average_duration_minutes,
    durations: recap.duration_sample,
    venue: recap.venue_label,
    closest: recap.scorelines.closest && [
      recap.scorelines.closest.match_id,
      recap.scorelines.closest.games_share_loser,
    ],
    lopsided: recap.scorelines.most_lopsided?.match_id ?? null,
    close: recap.scorelines.close_matches,
    lopsidedCount: recap.scorelines.lopsided_matches,
    leaderboard: recap.leaderboard.map(
      ({
        profile_id: _,
        display_name: __,
        identity: _______,
        first_session: ___,
        note: ____,
        expected_wins: _____,
        confidence_level: ______,
        ...row
      }) => row,
    ),
    pairs: recap.pairs.map(({ players, played, wins, draws, win_rate }) => ({
      players: players.map((one) => one.username),
      played,
      wins,
      draws,
      win_rate,
    })),
  };
}

function slowRecap(night: readonly PlayedMatch[], ranking: 'wins' | 'points'): ReturnType<typeof seen> {
  const completed = night
    .map((match, index) => ({ ...match, id: idOf(index + 1) }))
    .filter((match) => match.status === 'completed');
  const onCourt = completed.filter((match) => match.outcome !== 'walkover');
  const minutes = onCourt.map((match) => match.minutes).filter((one) => one !== null);
  const teamOf = (match: PlayedMatch, username: string): Team => (match.four.indexOf(username) < 2 ? 'A' : 'B');
  const numbersOf = (match: PlayedMatch, team: Team): (readonly [number, number])[] =>
    match.outcome === 'walkover' ? [] : pairsOf(match.sets).map(([a, b]) => (team === 'A' ? [a, b] : [b, a]));
  const shares = completed
    .filter((match) => match.outcome === 'played' && match.sets.length > 0)
    .map((match) => {
      const loser = numbersOf(match, match.won === 'A' ? 'B' : 'A');
      const lost = loser.reduce((sum, [own]) => sum + own, 0);
      const all = loser.reduce((sum, [own, other]) => sum + own + other, 0);
      return { id: match.id, share: lost / all };
    });
  const most = Math.max(...shares.map((one) => one.share));
  const least = Math.min(...shares.map((one) => one.share));
  const lopsided = shares.findLast((one) => one.share === least);
  const nearest = shares.findLast((one) => one.share === most);
  const closest = nearest === lopsided ? undefined : nearest;
  const played = everybody.filter((username) => completed.some((match) => match.four.includes(username)));
  const rows = played.map((username) => {
    const own = completed.filter((match) => match.four.includes(username));
    const sets = own.flatMap((match) => numbersOf(match, teamOf(match, username)));
    const wins = own.filter((match) => match.won === teamOf(match, username)).length;
    const scored = own.filter((match) => numbersOf(match, 'A').length > 0).length;
    const gamesWon = sets.reduce((sum, [mine]) => sum + mine, 0);
    const gamesLost = sets.reduce((sum, [, theirs]) => sum + theirs, 0);
    return {
      username,
      played: own.length,
      wins,
      draws: 0,
      losses: own.length - wins,
      win_rate: Number((wins / own.length).toFixed(4)),
      average: scored === 0 ? null : Math.round((gamesWon / scored) * 100) / 100,
      sets_won: sets.filter(([mine, theirs]) => mine > theirs).length,
      sets_lost: sets.filter(([mine, theirs]) => mine < theirs).length,
      games_won: gamesWon,
      games_lost: gamesLost,
      games_difference: gamesWon - gamesLost,
      service_score_change: own
        .filter((match) => match.outcome !== 'walkover')
        .reduce((sum, match) => sum + (match.deltas[match.four.indexOf(username)] ?? 0), 0),
    };
  });
  type Row = (typeof rows)[number];
  const isAbove = (a: Row, b: Row): boolean => {
    if (ranking === 'points') {
      if (a.games_won !== b.games_won) return a.games_won > b.games_won;
      if (a.games_difference !== b.games_difference) return a.games_difference > b.games_difference;
      return a.wins > b.wins;
    }
    if (a.wins !== b.wins) return a.wins > b.wins;
    if (a.wins * b.played !== b.wins * a.played) return a.wins * b.played > b.wins * a.played;
    return a.games_difference > b.games_difference;
  };
  const ranked = rows.map((row) => ({ ...row, rank: 1 + rows.filter((other) => isAbove(other, row)).length }));
  return {
    matches: {
      completed: completed.length,
      pending: night.filter((match) => match.status === 'pending').length,
      voided: night.filter((match) => match.status === 'voided').length,
    },
    players: played,
    average: minutes.length === 0 ? null : Math.round((minutes.reduce((a, b) => a + b, 0) / minutes.length) * 10) / 10,
    durations: minutes.length,
    venue: slowCommonest(onCourt.map((match) => match.venue)),
    closest: closest === undefined ? null : [closest.id, Math.round(closest.share * 10_000) / 10_000],
    lopsided: lopsided?.id ?? null,
    close: shares.filter((one) => one.share >= 0.43).length,
    lopsidedCount: shares.filter((one) => one.share <= 0.25).length,
    leaderboard: ranked.sort((a, b) => a.rank - b.rank || (a.username < b.username ? -1 : 1)),
    pairs: slowPairs(completed),
  };
}

function slowCommonest(labels: readonly (string | null)[]): string | null {
  const sent = labels.filter((label) => label !== null);
  const counted = (label: string): number => sent.filter((one) => one === label).length;
  const most = Math.max(...sent.map(counted));
  return sent.findLast((label) => counted(label) === most) ?? null;
}

function slowPairs(completed: readonly PlayedMatch[]): ReturnType<typeof seen>['pairs'] {
  const found = everybody.flatMap((first) =>
    everybody
      .filter((second) => first < second)
      .map((second) => {
        const together = completed.filter(({ four }) =>
          [four.slice(0, 2), four.slice(2)].some((pair) => pair.includes(first) && pair.includes(second)),
        );
        const wins = together.filter((match) => (match.four.indexOf(first) < 2 ? 'A' : 'B') === match.won).length;
        const win_rate = together.length === 0 ? 0 : Number((wins / together.length).toFixed(4));
        return { players: [first, second], played: together.length, wins, draws: 0, win_rate };
      }),
  );
  return found
    .filter((pair) => pair.played >= 3)
    .sort(
      (a, b) =>
        b.wins - a.wins ||
        b.wins * a.played - a.wins * b.played ||
        (a.players.join(' ') < b.players.join(' ') ? -1 : 1),
    );
}

describe('the names of this file', () => {
  it('are in the order in which a recap lists them', () => {
    assert.deepEqual(everybody, everybody.map((username) => nameOf(username).username).sort());
  });
});
