/** A club's few matches on a stage of their own, for sentences about the settlement: what is done is done by hand. */
import assert from 'node:assert/strict';
import { type Context, type KeyActor, serviceContext } from '../../../src/domain/context.ts';
import { comparePlaces, type RatedMatch, scheduleRebuild } from '../../../src/domain/ledger/index.ts';
import {
  amendMatch,
  confirmMatch,
  getMatch,
  listMatches,
  listPlayerHistory,
  type OwnMatchView,
  submitMatches,
  voidMatch,
} from '../../../src/domain/matches/index.ts';
import { getPlayer, type Rating } from '../../../src/domain/players/index.ts';
import type { Database } from '../../../src/store/engine/database.ts';
import { type LedgerState, readLedgerState } from '../../../src/store/ledger/ledger-state.ts';
import type { MatchStatus } from '../../../src/store/matches/match-rows.ts';
import { calledBy } from '../../support/context.ts';
import { aMatch, four, type MatchBody, setsOf } from '../../support/matches.ts';
import { endLease, TestSettler } from './clock.ts';
import { type Ledger, ledgerOf } from './histories.ts';
import { bitsOfLedger, foundPartner, foundPlayers, idOf, NOW, ratedMatchOf, storedLedger } from './stored-ledger.ts';

const DAY_MS = 86_400_000;
/** Long enough for the matches of a scene. */
const ERA_DAYS = 40;
const FIRST_ERA = Date.UTC(1971, 0, 1);

export type Club = 'norte' | 'sur';

/** A match of a scene: what was submitted by whom, and what has become of it. */
export interface SceneMatch {
  readonly id: string;
  readonly club: Club;
  readonly body: MatchBody;
  status: MatchStatus;
  amendment: Readonly<Record<string, unknown>>;
}

let scenes = 0;

/**
 * Two clubs that share their players. Each scene plays after all that were before it in the same database, so that no run
 * of one comes across the matches of another.
 */
export class Scene {
  readonly database: Database;
  /** The ids of the players, by their numbers. */
  readonly players: string[];
  /** The present, for verbs and settlers alike; moves when it is told to. */
  now = NOW;
  /** How many matches a change may reach to be settled in its request, where it is not said; none, to begin with. */
  closureMax = 0;
  readonly #number: number;
  readonly #callers: Readonly<Record<Club, KeyActor>>;
  readonly #matches: SceneMatch[] = [];

  private constructor(
    database: Database,
    number: number,
    players: string[],
    callers: Readonly<Record<Club, KeyActor>>,
  ) {
    this.database = database;
    this.players = players;
    this.#number = number;
    this.#callers = callers;
  }

  /** @param players how many there are; they are named by their numbers from 0 on. */
  static async open(database: Database, players = 12): Promise<Scene> {
    scenes += 1;
    const number = scenes;
    const norte = await foundPartner(database, `norte-${number}`);
    const sur = await foundPartner(database, `sur-${number}`);
    const usernames = Array.from({ length: players }, (_, seat) => `s${number}-${seat}`);
    const ids = await foundPlayers(database, norte, usernames);
    return new Scene(database, number, ids, { norte, sur });
  }

  context(closureMax = this.closureMax): Context {
    return { ...serviceContext(this.database, () => this.now), closureMax };
  }

  /** Registers one player more. @returns the player's number. */
  async join(): Promise<number> {
    const seat = this.players.length;
    this.players.push(...(await foundPlayers(this.database, this.caller('norte'), [this.username(seat)])));
    return seat;
  }

  caller(club: Club): KeyActor {
    return this.#callers[club];
  }

  /** A settler that takes so many matches a step and makes no pause between runs. */
  settler(stepMatches = 1, database: Database = this.database): TestSettler {
    return new TestSettler(this.database, stepMatches, database);
  }

  endLease(): Promise<void> {
    return endLease(this.database);
  }

  /** Rebuilds all ratings. */
  async rebuild(): Promise<void> {
    await scheduleRebuild(this.context());
    await this.endLease();
    await this.settler(50).finish();
  }

  username(seat: number): string {
    return `s${this.#number}-${seat}`;
  }

  player(seat: number): string {
    return this.players[seat] ?? assert.fail(`there is no player ${seat}`);
  }

  /** @param day of the scene, decimals allowed. */
  instant(day: number): number {
    return FIRST_ERA + (this.#number * ERA_DAYS + day) * DAY_MS;
  }

  participants(seats: readonly number[]) {
    return four(...seats.map((seat) => ({ id: this.player(seat) })));
  }

  /** A match that is not submitted yet: the first two seats have won it, on that day. */
  match(day: number, seats: readonly number[], changes: Readonly<Record<string, unknown>> = {}, club: Club = 'norte') {
    const body = aMatch({
      played_at: new Date(this.instant(day)).toISOString(),
      participants: this.participants(seats),
      set_scores: setsOf('6-4 6-3'),
      trust_tier: 'imported',
      ...changes,
    });
    const id = idOf(this.caller(club).partnerId, body);
    const status: MatchStatus = body.trust_tier === 'player_confirmed' ? 'pending' : 'completed';
    return { id, club, body, status, amendment: {} } satisfies SceneMatch;
  }

  /** Submits matches in one request. @returns the answers. */
  async submit(matches: readonly SceneMatch[], closureMax = this.closureMax): Promise<OwnMatchView[]> {
    const requests = matches.map(({ club, body }) => ({ actor: this.caller(club), body }));
    const results = await submitMatches(this.context(closureMax), requests);
    return results.map((result, index) => {
      assert.ok(result.status === 'created', result.status);
      this.#matches.push(matches[index] ?? assert.fail());
      return result.match;
    });
  }

  /** Submits one match. @returns the answer. */
  async send(match: SceneMatch, closureMax = this.closureMax): Promise<OwnMatchView> {
    const [view = assert.fail()] = await this.submit([match], closureMax);
    return view;
  }

  async confirm(match: SceneMatch, closureMax = this.closureMax): Promise<OwnMatchView> {
    const view = await confirmMatch(calledBy(this.context(closureMax), this.caller(match.club)), match.id);
    match.status = 'completed';
    return view;
  }

  async void(match: SceneMatch, closureMax = this.closureMax): Promise<OwnMatchView> {
    const view = await voidMatch(calledBy(this.context(closureMax), this.caller(match.club)), match.id, 'Twice.');
    match.status = 'voided';
    return view;
  }

  async amend(
    match: SceneMatch,
    amendment: Readonly<Record<string, unknown>>,
    closureMax = this.closureMax,
  ): Promise<OwnMatchView> {
    const view = await amendMatch(calledBy(this.context(closureMax), this.caller(match.club)), match.id, amendment);
    match.amendment = { ...match.amendment, ...amendment };
    return view;
  }

  read(match: SceneMatch): Promise<OwnMatchView> {
    return getMatch(calledBy(this.context(), this.caller(match.club)), match.id);
  }

  /** The rating of a player as the profile shows it. */
  async ratingOf(seat: number): Promise<Rating> {
    return (await getPlayer(calledBy(this.context(), this.caller('norte')), this.username(seat))).rating;
  }

  /**
   * The `rating_status` of a match, after it and the rating changes were seen to be the same wherever the match is shown:
   * alone, in its partner's list, and in the histories of its players.
   */
  async statusOf(match: SceneMatch): Promise<string> {
    const { rating_status: status, participants } = await this.read(match);
    const [context, caller] = [this.context(), this.caller(match.club)];
    const page = { limit: 100, offset: 0, after: null };
    const filter = { since: null, until: null, session_external_ref: null, status: null };
    const lists = [(await listMatches(calledBy(context, caller), filter, page)).data];
    if (match.status === 'completed') {
      for (const { username } of participants) {
        lists.push(
          (await listPlayerHistory(calledBy(context, caller), username ?? '', filter, page)).data as OwnMatchView[],
        );
      }
    }
    for (const list of lists) {
      const shown = list.find(({ id }) => id === match.id) ?? assert.fail('the match is not in the list');
      assert.deepEqual([shown.rating_status, shown.participants], [status, participants]);
    }
    return status;
  }

  state(): Promise<LedgerState> {
    return readLedgerState(this.database);
  }

  stored(): Promise<Ledger> {
    return storedLedger(this.database, this.players);
  }

  /** What the model is given of everything that is completed now. */
  rated(): RatedMatch[] {
    return this.#matches.flatMap(({ club, body, status, amendment }) => {
      return ratedMatchOf(this.caller(club).partnerId, body, status, amendment) ?? [];
    });
  }

  /** Asserts that no run is under way or scheduled, and that every bit is that of a replay from nothing. */
  async assertExact(): Promise<void> {
    const { run, next, settler } = await this.state();
    assert.deepEqual({ run, next, settler }, { run: null, next: null, settler: null });
    assert.deepEqual(bitsOfLedger(await this.stored()), bitsOfLedger(ledgerOf(this.rated())));
  }

  /** Asserts that up to the settled place every bit is that of a fold from nothing. @returns how many matches that are. */
  async assertSettledPart(): Promise<number> {
    const { run, next } = await this.state();
    const places = [run?.position, next?.after].flatMap((place) => place ?? []);
    const isSettled = (place: { played_at: number; match_id: string }): boolean =>
      places.every((settledUntil) => comparePlaces(place, settledUntil) <= 0);
    const settledOf = ({ rows, states, latest }: Ledger): Ledger => {
      const settled = new Map([...rows].filter(([, row]) => isSettled(row)));
      const present = new Map([...latest].filter(([, match]) => settled.has(match)));
      return { rows: settled, latest: present, states: new Map([...states].filter(([id]) => present.has(id))) };
    };
    const settled = settledOf(await this.stored());
    assert.deepEqual(bitsOfLedger(settled), bitsOfLedger(settledOf(ledgerOf(this.rated()))));
    return settled.rows.size;
  }
}

/** The changes of the shown scores by a match, in the order of its participants. */
export const changesOf = (view: OwnMatchView) => view.participants.map((one) => one.rating_change);
