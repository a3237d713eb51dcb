/** A club with a random season behind it, in a database of its own, to be verified and tampered with. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { KeyActor } from '../../../src/domain/context.ts';
import type { RatedMatch } from '../../../src/domain/ledger/index.ts';
import { submitMatches, voidMatch } from '../../../src/domain/matches/index.ts';
import { type Database, statement } from '../../../src/store/engine/database.ts';
import type { MatchRow } from '../../../src/store/matches/match-rows.ts';
import { calledBy } from '../../support/context.ts';
import { aMatch, four, type MatchBody, setsOf } from '../../support/matches.ts';
import { contextOf, foundPartner, foundPlayers, idOf, NOW, ratedMatchOf } from './stored-ledger.ts';

const BATCH = 25;
const DAY_MS = 86_400_000;

const statuses = statement('test_match_statuses', 'select id, status from matches');

/** Matches of every kind: without a scoreline, retired, walkovers, pending, voided, several at one instant. */
const aSeason = (players: readonly string[], length: number) =>
  fc.array(
    fc.record({
      players: fc.shuffledSubarray([...players], { minLength: 4, maxLength: 4 }),
      day: fc.integer({ min: 1, max: length }),
      winning_team: fc.constantFrom('A', 'B'),
      outcome: fc.constantFrom('played', 'played', 'played', 'played', 'retired', 'walkover'),
      trust_tier: fc.constantFrom('partner_attested', 'imported', 'imported', 'player_confirmed'),
      competition_type: fc.constantFrom('social', 'training', 'league', 'tournament', null),
      sets: fc.constantFrom('6-4 6-3', '7-6 3-6 10-8', '6-0 6-1', '21-11', '9-7', null),
      isVoided: fc.constantFrom(false, false, false, false, true),
    }),
    { minLength: length, maxLength: length, size: 'max' },
  );

export class SeasonClub {
  readonly database: Database;
  readonly caller: KeyActor;
  readonly players: readonly string[];
  /** Registered, and never played. */
  readonly idle: string;
  /** Everything that was submitted so far. */
  readonly sent: MatchBody[] = [];
  #refs = 0;

  private constructor(database: Database, submitter: KeyActor, players: readonly string[], idle: string) {
    this.database = database;
    this.caller = submitter;
    this.players = players;
    this.idle = idle;
  }

  static async found(database: Database): Promise<SeasonClub> {
    const submitter = await foundPartner(database, 'norte');
    const usernames = Array.from({ length: 12 }, (_, index) => `player-${index}`);
    const players = await foundPlayers(database, submitter, usernames);
    const [idle = assert.fail()] = await foundPlayers(database, submitter, ['idle']);
    return new SeasonClub(database, submitter, players, idle);
  }

  /** Plays a season of so many matches, sent in the order of play so that none is late. */
  async playSeason(length: number, seed: number): Promise<void> {
    const [season = []] = fc.sample(aSeason(this.players, length), { seed, numRuns: 1 });
    const sent = season
      .toSorted((a, b) => b.day - a.day)
      .map(({ players, day, sets, outcome, winning_team, isVoided, ...rest }) => {
        const seen = sets === null ? [] : setsOf(sets);
        const set_scores = seen.map((set) =>
          winning_team === 'A' ? set : { ...set, team_a_games: set.team_b_games, team_b_games: set.team_a_games },
        );
        const changes = { ...rest, outcome, winning_team, set_scores: outcome === 'walkover' ? null : set_scores };
        return { body: this.match(day, players, changes), isVoided };
      });
    const context = contextOf(this.database);
    for (let from = 0; from < sent.length; from += BATCH) {
      await this.submit(sent.slice(from, from + BATCH).map(({ body }) => body));
    }
    for (const { body, isVoided } of sent) {
      if (isVoided) await voidMatch(calledBy(context, this.caller), idOf(this.caller.partnerId, body), 'Not played.');
    }
  }

  /** A match of some days ago, not sent yet. */
  match(daysAgo: number, players: readonly string[] = this.players.slice(0, 4), changes: object = {}): MatchBody {
    this.#refs += 1;
    return aMatch({
      external_ref: `ref-${this.#refs}`,
      played_at: new Date(NOW - daysAgo * DAY_MS).toISOString(),
      trust_tier: 'imported',
      participants: four(...players.map((id) => ({ id }))),
      ...changes,
    });
  }

  /** Submits matches that must be taken. @param closureMax what a change may reach to be settled at once. */
  async submit(bodies: readonly MatchBody[], closureMax?: number): Promise<void> {
    const requests = bodies.map((body) => ({ actor: this.caller, body }));
    for (const result of await submitMatches(contextOf(this.database, closureMax), requests)) {
      assert.equal(result.status, 'created');
    }
    this.sent.push(...bodies);
  }

  /** What is rated by now of all that was submitted. */
  async rated(): Promise<RatedMatch[]> {
    const rows = await this.database.query<Pick<MatchRow, 'id' | 'status'>>(statuses);
    const statusOf = new Map(rows.map((row) => [row.id, row.status]));
    return this.sent.flatMap((body) => {
      const status = statusOf.get(this.idOf(body)) ?? assert.fail();
      return ratedMatchOf(this.caller.partnerId, body, status) ?? [];
    });
  }

  idOf(body: MatchBody): string {
    return idOf(this.caller.partnerId, body);
  }
}

const KEEP = `create table kept_ledger as table match_ratings; create table kept_ratings as table player_ratings;
  create table kept_players as table player_matches;`;
const RESTORE = `delete from match_ratings; insert into match_ratings table kept_ledger;
  delete from player_ratings; insert into player_ratings table kept_ratings;
  delete from player_matches; insert into player_matches table kept_players;
  drop table kept_ledger, kept_ratings, kept_players;`;

/** Tampers with what is stored behind the service's back, and puts it all back once `look` has looked at it. */
export async function tampered<T>(database: Database, sql: string, look: () => Promise<T>): Promise<T> {
  await database.script(KEEP);
  try {
    await database.script(sql);
    return await look();
  } finally {
    await database.script(RESTORE);
  }
}
