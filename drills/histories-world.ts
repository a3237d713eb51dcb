/** Partners and players of one random history, and the steps that change it. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { four, setsOf } from '@bandeja/service/test/support/matches';
import type { Nodes } from './histories-nodes.ts';
import { type Facts, Recorded, type SentMatch, type Span, type Status } from './histories-record.ts';
import { type MatchBody, type PlayerBody, Watch, type WatchOptions } from './histories-watch.ts';
import { type Answer, asOperator, call } from './season.ts';

const PARTNERS = 4;
const PLAYERS_A_PARTNER = 7;
const PAGE = 100;
const MINUTE_MS = 60_000;

export type Random = () => number;

export const KINDS = {
  append: 6,
  late: 5,
  batch: 3,
  pending: 2,
  confirm: 3,
  void: 2,
  amend: 5,
  level: 1.5,
  erase: 0.15,
  rebuild: 0.05,
} as const;
export type Kind = keyof typeof KINDS;

const SCORES = ['6-4 6-3', '7-6 3-6 10-8', '6-0 6-1', '7-5 6-7 7-6', null] as const;

/** A result without a contradiction. */
function aResult(random: Random): object {
  if (random() < 0.1) return { winning_team: null, set_scores: setsOf('12-12'), scoring: 'points' };
  const text = SCORES[Math.floor(random() * SCORES.length)] ?? null;
  const isA = random() < 0.5;
  const sets = text === null ? null : setsOf(text);
  const mirrored =
    sets?.map((set) => ({ ...set, team_a_games: set.team_b_games, team_b_games: set.team_a_games })) ?? null;
  return { winning_team: isA ? 'A' : 'B', set_scores: isA ? sets : mirrored, scoring: null };
}

export interface Step {
  readonly kind: Kind;
  readonly node: number;
  readonly from: number;
  to: number | null;
  readonly what: unknown;
  status: number | string | null;
}

export class World {
  readonly name: string;
  readonly recorded: Recorded;
  readonly watch: Watch;
  /** All steps in the order in which they were sent. */
  readonly steps: Step[] = [];
  readonly counts = new Map<string, number>();
  readonly keys: readonly string[];
  readonly erased = new Set<string>();
  /** The starting levels, by username. */
  readonly #levels = new Map<string, number | null>();
  /** Players whose level is being changed, each with the change. Its outcome may be unknown. */
  readonly #levelSpans = new Map<string, Span>();
  readonly #nodes: Nodes;
  readonly #random: Random;
  readonly #usernames: readonly string[][];
  /** How likely a match is one of players of several partners. */
  readonly #bridge: number;
  readonly #uncertain = new Map<SentMatch, Span>();
  readonly #openSpans: Span[] = [];
  #clock = Date.now() - 30 * 24 * 60 * MINUTE_MS;

  private constructor(name: string, nodes: Nodes, random: Random, keys: readonly string[], options: WatchOptions) {
    this.name = name;
    this.keys = keys;
    this.#nodes = nodes;
    this.#random = random;
    this.#bridge = [0, 0, 0.05, 0.3][Math.floor(random() * 4)] ?? 0;
    this.#usernames = keys.map((_, partner) =>
      Array.from({ length: PLAYERS_A_PARTNER }, (_player, seat) => `${name}-${partner}-${seat}`),
    );
    const regions = new Map(this.#usernames.flatMap((names, partner) => names.map((one) => [one, partner] as const)));
    this.recorded = new Recorded(regions);
    this.watch = new Watch(this.recorded, options);
  }

  static async open(name: string, nodes: Nodes, random: Random, options: WatchOptions): Promise<World> {
    const url = await nodes.anyUrl();
    const keys: string[] = [];
    for (let partner = 0; partner < PARTNERS; partner += 1) keys.push(await partnerKey(url, `${name}-${partner}`));
    const world = new World(name, nodes, random, keys, options);
    await world.register(url, keys);
    return world;
  }

  /** Registers the players of this world with their starting levels. @param keys of its partners on that service */
  async register(url: string, keys: readonly string[]): Promise<void> {
    for (const [partner, names] of this.#usernames.entries()) {
      const players = names.map((username) => ({
        username,
        profile_is_public: true,
        ...statedAs(this.#levels.get(username) ?? null),
      }));
      const { status, body } = await call(url, keys[partner] ?? '', 'POST', '/v1/players/batch', { players });
      assert.equal(status, 200, JSON.stringify(body));
    }
  }

  get usernames(): string[] {
    return this.#usernames.flat().filter((name) => !this.erased.has(name));
  }

  /** A kind of step by weight. */
  aKind(): Kind {
    const kinds = Object.entries(KINDS) as [Kind, number][];
    let left = this.#random() * kinds.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [kind, weight] of kinds) {
      left -= weight;
      if (left < 0) return kind;
    }
    return 'append';
  }

  /** Takes a step on a node. Does nothing without a match or player for it, or if the node does not run. */
  async take(kind: Kind, node: number): Promise<void> {
    const url = this.#nodes.url(node);
    if (url === null) return;
    switch (kind) {
      case 'append':
      case 'late':
        return this.#submit(url, node, kind, this.#newMatch(kind === 'late'));
      case 'pending':
        return this.#submit(url, node, kind, this.#newMatch(this.#random() < 0.7, 'player_confirmed'));
      case 'batch':
        return this.#submitBatch(url, node);
      case 'level':
        return this.#changeLevel(url, node);
      case 'erase':
        return this.#erase(url, node);
      case 'rebuild':
        return this.rebuild(node);
      default:
        return this.#changeMatch(url, node, kind);
    }
  }

  #pick<T>(items: readonly T[]): T | undefined {
    return items[Math.floor(this.#random() * items.length)];
  }

  #four(): string[] {
    const island = this.#random() < 0.5 ? [0, 1] : [2, 3];
    const partners = this.#random() < this.#bridge ? [0, 1, 2, 3] : island;
    const names = partners
      .flatMap((partner) => this.#usernames[partner] ?? [])
      .filter((name) => !this.erased.has(name));
    return Array.from(
      { length: 4 },
      () => names.splice(Math.floor(this.#random() * names.length), 1)[0] ?? assert.fail(),
    );
  }

  /** A time that no other match has. */
  #place(isLate: boolean): number {
    this.#clock += 7;
    if (!isLate) {
      this.#clock += MINUTE_MS;
      return this.#clock;
    }
    const first = Math.min(...this.recorded.matches.map(({ facts }) => facts.playedAt), this.#clock - 1_000);
    const span = this.#clock - first;
    const back = this.#random() < 0.4 ? Math.min(span, 10 * MINUTE_MS) : span;
    const at = this.#clock - Math.floor(this.#random() * back);
    // Appended matches are a minute and a few ms apart, so every place is taken once.
    return this.recorded.matches.some(({ facts }) => facts.playedAt === at)
      ? at + Math.floor(this.#random() * 50_000) + 1
      : at;
  }

  #newMatch(isLate: boolean, tier = 'partner_attested'): SentMatch {
    const match: SentMatch = {
      ref: `${this.name}-m${this.recorded.matches.length}`,
      partner: Math.floor(this.#random() * PARTNERS),
      tier,
      id: null,
      facts: { playedAt: this.#place(isLate), usernames: this.#four(), result: aResult(this.#random) },
      status: tier === 'player_confirmed' ? 'pending' : 'completed',
      isBusy: true,
      versions: [],
    };
    this.recorded.matches.push(match);
    return match;
  }

  #began(kind: Kind, node: number, what: unknown): Step {
    const step: Step = { kind, node, from: Math.round(performance.now()), to: null, what, status: null };
    this.steps.push(step);
    return step;
  }

  #count(kind: string, status: number | string): void {
    const name = `${kind} ${status}`;
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
  }

  /** Sends a request. @returns null if the outcome is unknown */
  async #send(step: Step, send: () => Promise<Answer>): Promise<Answer | null> {
    const answer = await send().catch(() => null);
    step.to = Math.round(performance.now());
    step.status = answer?.status ?? 'lost';
    this.#count(step.kind, step.status);
    return answer === null || answer.status >= 500 ? null : answer;
  }

  async #submit(url: string, node: number, kind: Kind, match: SentMatch): Promise<void> {
    const { playedAt, usernames } = match.facts;
    const step = this.#began(kind, node, { ref: match.ref, partner: match.partner, playedAt, usernames });
    const isRated = match.status === 'completed';
    const span = this.recorded.change(isRated ? [match.facts] : []);
    this.recorded.rate(match, isRated ? match.facts : null, span);
    const answer = await this.#send(step, () =>
      call(url, this.keys[match.partner] ?? '', 'POST', '/v1/matches', bodyOf(match)),
    );
    this.#submitted(
      match,
      span,
      answer && { isStored: answer.status === 201, body: answer.body as unknown as MatchBody },
    );
  }

  #submitted(match: SentMatch, span: Span, result: { isStored: boolean; body: MatchBody } | null): void {
    if (result === null) {
      this.#uncertain.set(match, span);
      return;
    }
    span.to = performance.now();
    if (!result.isStored) {
      this.recorded.refused(match, span);
      match.status = 'voided';
      return;
    }
    match.id = result.body.id;
    match.isBusy = false;
    this.watch.match(match, result.body, span);
  }

  async #submitBatch(url: string, node: number): Promise<void> {
    const partner = Math.floor(this.#random() * PARTNERS);
    const matches = Array.from({ length: 2 + Math.floor(this.#random() * 6) }, () => {
      const made = { ...this.#newMatch(this.#random() < 0.6), partner };
      this.recorded.matches.splice(-1, 1, made);
      return made;
    });
    const step = this.#began(
      'batch',
      node,
      matches.map(({ ref, facts }) => [ref, partner, facts.playedAt, facts.usernames]),
    );
    const span = this.recorded.change(matches.map(({ facts }) => facts));
    for (const match of matches) this.recorded.rate(match, match.facts, span);
    const send = () =>
      call(url, this.keys[partner] ?? '', 'POST', '/v1/matches/batch', { matches: matches.map(bodyOf) });
    const answer = await this.#send(step, send);
    const results = answer?.status === 200 ? (answer.body['results'] as { status: string; match: MatchBody }[]) : null;
    for (const [index, match] of matches.entries()) {
      const result = results?.[index];
      const isRefused = answer !== null && result?.status !== 'created';
      // The change of a batch stays in the record even if one of its matches is refused: it then seems to reach a little more.
      if (isRefused) this.#count('batch', `match ${result?.status ?? answer.status}`);
      this.#submitted(match, span, answer && { isStored: !isRefused, body: result?.match ?? ({} as MatchBody) });
    }
  }

  async #changeMatch(url: string, node: number, kind: 'confirm' | 'void' | 'amend'): Promise<void> {
    const wanted: readonly Status[] = kind === 'confirm' ? ['pending'] : ['pending', 'completed'];
    const match = this.#pick(this.recorded.matches.filter((one) => !one.isBusy && wanted.includes(one.status)));
    if (match?.id == null) return;
    const usesErased = match.facts.usernames.some((name) => this.erased.has(name));
    const facts = kind === 'amend' ? this.#amended(match.facts, usesErased) : match.facts;
    const isRated = match.status === 'completed';
    const touched = [...(isRated ? [match.facts] : []), ...(isRated || kind === 'confirm' ? [facts] : [])];
    const { playedAt, usernames } = facts;
    const step = this.#began(kind, node, { ref: match.ref, playedAt, usernames });
    match.isBusy = true;
    const span = this.recorded.change(touched);
    if (kind === 'confirm' || (kind === 'amend' && isRated)) this.recorded.rate(match, facts, span);
    if (kind === 'void' && isRated) this.recorded.rate(match, null, span);
    const path = `/v1/matches/${match.id}`;
    const key = this.keys[match.partner] ?? '';
    const sends = {
      confirm: () => call(url, key, 'POST', `${path}/confirm`),
      void: () => call(url, key, 'POST', `${path}/void`, { reason: 'A drill.' }),
      amend: () => call(url, key, 'PATCH', path, amendmentOf(match.facts, facts)),
    };
    const answer = await this.#send(step, sends[kind]);
    if (answer === null) {
      this.#uncertain.set(match, span);
      return;
    }
    span.to = performance.now();
    match.isBusy = false;
    if (answer.status === 200) {
      match.facts = facts;
      match.status = kind === 'confirm' ? 'completed' : kind === 'void' ? 'voided' : match.status;
      this.watch.match(match, answer.body as unknown as MatchBody, span);
    } else {
      this.recorded.refused(match, span);
    }
  }

  #amended(facts: Facts, usesErased: boolean): Facts {
    const isElsewhere = this.#random() < 0.4;
    const hasOthers = !usesErased && this.#random() < 0.3;
    return {
      playedAt: isElsewhere ? this.#place(true) : facts.playedAt,
      usernames: hasOthers ? this.#four() : facts.usernames,
      result: aResult(this.#random),
    };
  }

  /** Changes a player's starting level, which reaches everything that the player has played. Refused after ten matches. */
  async #changeLevel(url: string, node: number): Promise<void> {
    const username = this.#pick(this.usernames) ?? assert.fail();
    if (this.#levelSpans.has(username)) return;
    const level = this.#random() < 0.2 ? null : Math.round(this.#random() * 28) / 4;
    const step = this.#began('level', node, { username, level });
    const span = this.recorded.change([{ playedAt: 0, usernames: [username], result: {} }]);
    this.#levelSpans.set(username, span);
    const body = { starting_level: statedAs(level).starting_level ?? null };
    const key = this.keys[this.#partnerOf(username)] ?? '';
    const answer = await this.#send(step, () => call(url, key, 'PATCH', `/v1/players/${username}`, body));
    if (answer !== null) this.#levelIs(username, answer.status === 200 ? level : (this.#levels.get(username) ?? null));
  }

  #levelIs(username: string, level: number | null): void {
    const span = this.#levelSpans.get(username);
    if (span !== undefined) span.to = performance.now();
    this.#levelSpans.delete(username);
    this.#levels.set(username, level);
  }

  #partnerOf(username: string): number {
    return this.#usernames.findIndex((names) => names.includes(username));
  }

  async #erase(url: string, node: number): Promise<void> {
    if (this.erased.size >= 3) return;
    const username = this.#pick(this.usernames) ?? assert.fail();
    // The erased level could not be read any more.
    if (this.#levelSpans.has(username)) return;
    const partner = this.#partnerOf(username);
    this.erased.add(username);
    const step = this.#began('erase', node, username);
    const answer = await this.#send(step, async () => {
      const headers = { authorization: `Bearer ${this.keys[partner]}` };
      const { status } = await fetch(`${url}/v1/players/${username}`, { method: 'DELETE', headers });
      return { status, body: {} };
    });
    if (answer === null) await this.#eraseLater(username, partner);
    else assert.equal(answer.status, 204);
  }

  async #eraseLater(username: string, partner: number): Promise<void> {
    for (let status = 0; status !== 204 && status !== 404; await sleep(200)) {
      const headers = { authorization: `Bearer ${this.keys[partner]}` };
      const url = await this.#nodes.anyUrl();
      status = await fetch(`${url}/v1/players/${username}`, { method: 'DELETE', headers }).then(
        (answer) => answer.status,
        () => 0,
      );
    }
  }

  /** Rebuilds all ratings. @param isRating whether with another model */
  async rebuild(node: number, isRating = false): Promise<void> {
    const url = this.#nodes.url(node);
    if (url === null) return;
    const step = this.#began('rebuild', node, { isRating });
    // It ends when all is settled.
    this.#openSpans.push(this.recorded.rebuild(isRating));
    await this.#send(step, () => asOperator(url, 'POST', '/tasks', { kind: 'replay' }));
  }

  /** Reads and watches all matches of a partner and some players. */
  async look(url: string, partner: number, usernames: readonly string[]): Promise<readonly MatchBody[]> {
    const key = this.keys[partner] ?? '';
    const found: MatchBody[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const span: Span = { from: performance.now(), to: 0 };
      const { status, body } = await call(
        url,
        key,
        'GET',
        `/v1/matches?limit=${PAGE}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
      );
      span.to = performance.now();
      if (status !== 200) return found;
      const page = body as unknown as { data: MatchBody[]; pagination: { next_cursor: string | null } };
      for (const one of page.data) {
        const sent = this.recorded.matches.find(({ ref }) => ref === one.external_ref);
        if (sent) this.watch.match(sent, one, span);
        found.push(one);
      }
      cursor = page.pagination.next_cursor;
    }
    for (const username of usernames) {
      const span: Span = { from: performance.now(), to: 0 };
      const { status, body } = await call(url, key, 'GET', `/v1/players/${username}`);
      span.to = performance.now();
      if (status === 200) this.watch.player(body as unknown as PlayerBody, span);
    }
    return found;
  }

  /** Learns what became of the steps without a response. */
  async reconcile(url: string): Promise<void> {
    const now = { from: performance.now(), to: performance.now() };
    const stored = new Map<string, MatchBody>();
    for (const partner of this.keys.keys())
      for (const one of await this.look(url, partner, [])) stored.set(one.external_ref, one);
    for (const [match, span] of this.#uncertain) {
      span.to = performance.now();
      const body = stored.get(match.ref);
      match.isBusy = body === undefined;
      match.status = body === undefined ? 'voided' : (body.status as Status);
      if (body !== undefined) {
        match.id = body.id;
        match.facts = {
          playedAt: Date.parse(body.played_at),
          // An erased player keeps the name of the drill's record.
          usernames: body.participants.map(({ username }, slot) => username ?? match.facts.usernames[slot] ?? ''),
          result: { winning_team: body.winning_team, set_scores: body.set_scores, ...scoringOf(body) },
        };
      }
      this.recorded.rate(match, match.status === 'completed' ? match.facts : null, now);
    }
    this.#uncertain.clear();
    for (const username of [...this.#levelSpans.keys()]) {
      const { body } = await call(url, this.keys[this.#partnerOf(username)] ?? '', 'GET', `/v1/players/${username}`);
      this.#levelIs(username, (body['starting_level'] as { value: number } | null)?.value ?? null);
    }
  }

  /** All is settled: earlier changes move nothing any more. */
  settledSince(from: number): void {
    for (const span of this.#openSpans.splice(0)) span.to = performance.now();
    this.watch.unsettledSince = from;
  }
}

const statedAs = (level: number | null) => (level === null ? {} : { starting_level: { value: level, source: 'self' } });

const scoringOf = (body: object): object => ('scoring' in body ? { scoring: body.scoring } : {});

export async function partnerKey(url: string, name: string): Promise<string> {
  const partner = await asOperator(url, 'POST', '/partners', { name, plan: 'enterprise' });
  assert.equal(partner.status, 201, JSON.stringify(partner.body));
  const scopes = ['write:matches', 'read:players', 'write:players'];
  return String((await asOperator(url, 'POST', `/partners/${partner.body['id']}/keys`, { scopes })).body['key']);
}

/** A match as a partner submits it. */
export function bodyOf({ ref, tier, facts }: SentMatch): object {
  const given = Object.entries(facts.result).filter(([name, value]) => value !== null || name === 'winning_team');
  return {
    external_ref: ref,
    played_at: new Date(facts.playedAt).toISOString(),
    trust_tier: tier,
    participants: four(...facts.usernames),
    ...Object.fromEntries(given),
  };
}

function amendmentOf(before: Facts, after: Facts): object {
  return {
    ...after.result,
    ...(before.playedAt === after.playedAt ? {} : { played_at: new Date(after.playedAt).toISOString() }),
    ...(before.usernames === after.usernames ? {} : { participants: four(...after.usernames) }),
  };
}
