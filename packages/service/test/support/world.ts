/** Partners, players and their matches in a database, for tests that call the verbs without HTTP. */

import assert from 'node:assert/strict';
import { Problem } from '@bandeja/contract/errors/problem';
import type { MatchStatus } from '@bandeja/contract/match-enums';
import type { OwnMatchView } from '@bandeja/contract/matches';
import type { Rating } from '@bandeja/contract/players';
import type { Database } from '@bandeja/postgres/database';
import { inSnapshot } from '@bandeja/postgres/snapshot';
import { type Context, type KeyActor, type PartnerContext, serviceContext } from '../../src/context.ts';
import type { RatedMatch } from '../../src/history/ledger-store.ts';
import { isRated, ratedMatch } from '../../src/history/rated-match.ts';
import { readConditions } from '../../src/ledger/conditions-store.ts';
import { matchId } from '../../src/matches/decide.ts';
import { getMatch, listMatches, listPlayerHistory } from '../../src/matches/read.ts';
import { readSubmission } from '../../src/matches/submission.ts';
import { getPlayer } from '../../src/players/players.ts';
import { updatePlayer } from '../../src/registrations/update.ts';
import { spreadMarks } from '../../src/settlement/marker.ts';
import { readSettlementProgress, type SettlementProgress } from '../../src/settlement/marks-store.ts';
import { scheduleRebuild } from '../../src/settlement/rebuild.ts';
import type { Settler } from '../../src/settlement/settler.ts';
import { readUnsettledPart } from '../../src/verification/store.ts';
import { foundPartner, foundPlayers } from './founding.ts';
import { bitsOfLedger, type Ledger, ledgerOf, partOf, storedLedger } from './ledgers.ts';
import { aMatch, asRead, four, type MatchBody, type ParticipantBody, setsOf } from './matches.ts';
import { LocalNode, type ServiceNode } from './node.ts';
import { endLease, endPauses, testSettler } from './settling.ts';

/** The current time in these tests. */
export const NOW = Date.UTC(2026, 5, 1);

const DAY_MS = 86_400_000;

/** Days between the starts of two worlds, unless `start` is set. */
const WORLD_DAYS = 40;

type Changes = Readonly<Record<string, unknown>>;

/** A match of a world, with its partner, its submission, its amendments and its status. */
export interface TestMatch {
  readonly id: string;
  /** The name of the partner. */
  readonly partner: string;
  readonly body: MatchBody;
  status: MatchStatus;
  amendment: Changes;
}

export interface WorldOptions {
  /** How many there are. */
  readonly players?: number;
  /** Their names. */
  readonly partners?: readonly string[];
  /** The instant of day 0. By default a world starts after all earlier ones in its database, so its runs do not affect them. */
  readonly start?: number;
  /** The maximum number of matches that a request settles itself. By default 0: a settler does it. */
  readonly closureMax?: number;
}

/** Overrides the world's options for one call of a verb. */
export interface CallOptions {
  readonly closureMax?: number;
  readonly node?: ServiceNode;
}

/** How many worlds a database has. */
const worlds = new WeakMap<Database, number>();

/** Some partners that share their players. The first world in a database has the same ids as the first one in any other. */
export class World {
  readonly database: Database;
  /** The ids of the players. The index of a player is called its seat. */
  readonly players: string[] = [];
  readonly partners = new Map<string, KeyActor>();
  /** The points of starting levels, by player id. */
  readonly starts = new Map<string, number>();
  /** All matches that were submitted. */
  readonly sent: TestMatch[] = [];
  readonly closureMax: number;
  readonly #number: number;
  readonly #start: number;
  readonly #node: ServiceNode;
  #matches = 0;

  private constructor(database: Database, number: number, { start, closureMax = 0 }: WorldOptions) {
    this.database = database;
    this.closureMax = closureMax;
    this.#number = number;
    this.#start = start ?? Date.UTC(1971, 0, 1) + number * WORLD_DAYS * DAY_MS;
    this.#node = new LocalNode(database);
  }

  static async open(database: Database, options: WorldOptions = {}): Promise<World> {
    const { players = 12, partners = ['norte', 'sur'] } = options;
    const number = (worlds.get(database) ?? 0) + 1;
    worlds.set(database, number);
    const world = new World(database, number, options);
    for (const name of partners) world.partners.set(name, await foundPartner(database, `${name}-${number}`, NOW));
    await world.#register(players);
    return world;
  }

  /** Registers one player more. @returns the player's seat. */
  async join(): Promise<number> {
    await this.#register(1);
    return this.players.length - 1;
  }

  async #register(count: number): Promise<void> {
    const [creator = assert.fail()] = this.partners.values();
    const usernames = Array.from({ length: count }, (_, index) => this.username(this.players.length + index));
    this.players.push(...(await foundPlayers(this.database, creator, usernames, NOW)));
  }

  username(seat: number): string {
    return `w${this.#number}-${seat}`;
  }

  player(seat: number): string {
    return this.players[seat] ?? assert.fail(`unknown seat ${seat}`);
  }

  partner(name = 'norte'): KeyActor {
    return this.partners.get(name) ?? assert.fail(`unknown partner ${name}`);
  }

  context(): Context {
    return { ...serviceContext(this.database, () => NOW), closureMax: this.closureMax };
  }

  /** The context of a partner's calls. */
  calledBy(name = 'norte'): PartnerContext {
    return { ...this.context(), actor: this.partner(name) };
  }

  /** @param day decimals and days before day 0 are allowed. */
  instant(day: number): number {
    return this.#start + day * DAY_MS;
  }

  /** The same instant as text for a submission. */
  at(day: number): string {
    return new Date(this.instant(day)).toISOString();
  }

  participants(seats: readonly number[]): ParticipantBody[] {
    return four(...seats.map((seat) => ({ id: this.player(seat) })));
  }

  /** A match that is not submitted yet: the first two seats have won it, on that day. */
  match(day: number, seats: readonly number[] = [0, 1, 2, 3], changes: Changes = {}, partner = 'norte'): TestMatch {
    this.#matches += 1;
    const body = aMatch({
      external_ref: `m${this.#matches}`,
      played_at: this.at(day),
      participants: this.participants(seats),
      set_scores: setsOf('6-4 6-3'),
      trust_tier: 'imported',
      ...changes,
    });
    const id = matchId(this.partner(partner).partnerId, body.external_ref, Date.parse(body.played_at));
    const status = body.trust_tier === 'player_confirmed' ? 'pending' : 'completed';
    return { id, partner, body, status, amendment: {} };
  }

  /** Submits matches in one request. @returns the answers. */
  async submit(matches: readonly TestMatch[], options: CallOptions = {}): Promise<OwnMatchView[]> {
    const { node, call } = this.#called(options);
    const results = await node.submit(call, matches.map(this.submission));
    this.sent.push(...matches);
    return results.map((result) => {
      assert.ok(result.status === 'created', result.status);
      return asRead(result.match);
    });
  }

  /** What a node is sent to submit a match. */
  readonly submission = ({ partner, body }: TestMatch) => ({ actor: this.partner(partner), body });

  /** Submits one match. @returns the answer. */
  async send(match: TestMatch, options: CallOptions = {}): Promise<OwnMatchView> {
    const [view = assert.fail()] = await this.submit([match], options);
    return view;
  }

  async confirm(match: TestMatch, options: CallOptions = {}): Promise<OwnMatchView> {
    const { node, call } = this.#called(options);
    const view = await node.confirm(call, this.partner(match.partner), match.id);
    match.status = 'completed';
    return view;
  }

  async void(match: TestMatch, options: CallOptions = {}): Promise<OwnMatchView> {
    const { node, call } = this.#called(options);
    const view = await node.void(call, this.partner(match.partner), match.id);
    match.status = 'voided';
    return view;
  }

  async amend(match: TestMatch, amendment: Changes, options: CallOptions = {}): Promise<OwnMatchView> {
    const { node, call } = this.#called(options);
    const view = await node.amend(call, this.partner(match.partner), match.id, amendment);
    match.amendment = { ...match.amendment, ...amendment };
    return asRead(view);
  }

  #called({ closureMax = this.closureMax, node = this.#node }: CallOptions) {
    return { node, call: { now: NOW, closureMax } };
  }

  /** Gives the player of a seat another starting level; null removes it. */
  async giveLevel(
    seat: number,
    points: number | null,
    { closureMax = this.closureMax }: CallOptions = {},
  ): Promise<void> {
    const value = points ?? 0;
    const starting_level = points === null ? null : ({ value, scale: 'service_score', source: 'coach' } as const);
    await updatePlayer({ ...this.calledBy(), closureMax }, this.username(seat), { starting_level });
    if (points === null) this.starts.delete(this.player(seat));
    else this.starts.set(this.player(seat), points);
  }

  /** A settler that settles at most `stepMatches` matches in a step. */
  settler(stepMatches = 1, database = this.database): Settler {
    return testSettler(database, stepMatches);
  }

  endLease(): Promise<void> {
    return endLease(this.database);
  }

  /** Marks every player that the large changes reach and ends the pauses after them, so that the next one need not wait. Settles nothing. */
  async spreadMarks(): Promise<void> {
    while ((await spreadMarks(this.database, 100)) > 0);
    await endPauses(this.database);
  }

  /** Rebuilds all ratings. */
  async rebuild(): Promise<void> {
    await scheduleRebuild(this.context());
    await this.endLease();
    await this.settler(50).finish();
  }

  /** The state of the settlement, without its lag and the time of the first change, which depend on the clock. */
  async state(): Promise<Omit<SettlementProgress, 'unsettled_ms' | 'since'>> {
    const { unsettled_ms: _, since: __, ...state } = await readSettlementProgress(this.database);
    return state;
  }

  /** Whether nothing is marked, guarded or rebuilt. */
  async isSettled(): Promise<boolean> {
    const { players } = await this.state();
    const { isRebuilding, guards } = await readConditions(this.database);
    return players === 0 && !isRebuilding && guards.length === 0;
  }

  /** The rating of a player as the profile shows it. */
  async ratingOf(seat: number): Promise<Rating> {
    return (await getPlayer(this.calledBy(), this.username(seat))).rating;
  }

  /**
   * The `rating_status` of a match, after it and the rating changes were seen to be the same wherever the match is shown:
   * alone, in its partner's list, and in the histories of its players.
   */
  async statusOf(match: TestMatch): Promise<string> {
    const context = this.calledBy(match.partner);
    const { rating_status: status, participants } = await getMatch(context, match.id);
    const page = { limit: 100, offset: 0, after: null };
    const filter = {
      since: null,
      until: null,
      session_external_ref: null,
      external_ref: null,
      player: null,
      status: null,
      confirmation_state: null,
    };
    const lists = [(await listMatches(context, filter, page)).data];
    if (match.status === 'completed') {
      for (const { username } of participants) {
        lists.push((await listPlayerHistory(context, username ?? '', filter, page)).data as OwnMatchView[]);
      }
    }
    for (const list of lists) {
      const shown = list.find(({ id }) => id === match.id) ?? assert.fail('the match is not in the list');
      assert.deepEqual([shown.rating_status, shown.participants], [status, participants]);
    }
    return status;
  }

  /** A match in its current status as the model's input, or null if it is not rated. */
  ratedMatch({ id, body, amendment, status }: TestMatch): RatedMatch | null {
    const read = readSubmission({ ...body, ...amendment }, NOW);
    assert.ok(!(read instanceof Problem));
    const { participants, ...facts } = read;
    const player_ids = participants.map((one) => one.profile_id ?? assert.fail('named by username'));
    return isRated({ status, outcome: facts.outcome }) ? ratedMatch({ ...facts, id, player_ids }) : null;
  }

  /** All rated matches as the model's input. */
  rated(): RatedMatch[] {
    return this.sent.flatMap((match) => this.ratedMatch(match) ?? []);
  }

  /** The stored ledger of the world's players. */
  stored(): Promise<Ledger> {
    return storedLedger(this.database, this.players);
  }

  /** Asserts that everything is settled, and that every bit is that of a replay from nothing. */
  async assertExact(): Promise<void> {
    assert.equal(await this.isSettled(), true);
    assert.deepEqual(bitsOfLedger(await this.stored()), bitsOfLedger(ledgerOf(this.rated(), this.starts)));
  }

  /** Asserts that every bit of what is settled is that of a replay from nothing. @returns how many matches that are. */
  async assertSettledPart(): Promise<number> {
    const [unsettled, stored] = await inSnapshot(this.database, async (snapshot) => [
      await readUnsettledPart(snapshot),
      await storedLedger(snapshot, this.players),
    ]);
    const isSettled = (row: RatedMatch): boolean => !unsettled.includesMatch(row);
    // The last match of a player may be settled a step before the current rating.
    const isPlayerSettled = (id: string): boolean => !unsettled.includesPlayer(id, null);
    const settled = partOf(stored, isSettled, isPlayerSettled);
    assert.deepEqual(
      bitsOfLedger(settled),
      bitsOfLedger(partOf(ledgerOf(this.rated(), this.starts), isSettled, isPlayerSettled)),
    );
    return settled.rows.size;
  }
}
