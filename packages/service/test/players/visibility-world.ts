/** Plays steps of several partners on a service and on the model of what they may know, and compares both after each step. */
import assert from 'node:assert/strict';
import type { PlayerBatchResults } from '@bandeja/contract/player-batches';
import type { RegisteredPlayer } from '@bandeja/contract/players';
import fc from 'fast-check';
import type { RequestOptions } from '../support/client.ts';
import { aMatch, four } from '../support/matches.ts';
import type { TestPartner, TestService } from '../support/service.ts';
import { checkKnowledge } from './visibility-checks.ts';
import { type ModelPlayer, NAMES, type Name, SLUGS, VisibilityModel } from './visibility-model.ts';

const PARTNERS = 3;
const PLAYERS = 7;
const HOUR_MS = 3_600_000;

const by = fc.nat(PARTNERS - 1);
const who = fc.nat(PLAYERS - 1);
const slug = fc.constantFrom(...SLUGS);
const name = fc.constantFrom(...NAMES);
const aRegistration = fc.record({
  who,
  name,
  isPublic: fc.constantFrom(null, true, false),
  slug: fc.constantFrom(null, ...SLUGS),
});

const aStep = fc.oneof(
  { arbitrary: fc.record({ kind: fc.constant('register'), by, registration: aRegistration }), weight: 4 },
  {
    arbitrary: fc.record({
      kind: fc.constant('batch'),
      by,
      registrations: fc.uniqueArray(aRegistration, { selector: (one) => one.who, minLength: 1, maxLength: 4 }),
    }),
    weight: 3,
  },
  { arbitrary: fc.record({ kind: fc.constant('turn'), by, who, isPublic: fc.boolean() }), weight: 5 },
  { arbitrary: fc.record({ kind: fc.constant('rename'), by, who, name }), weight: 2 },
  { arbitrary: fc.record({ kind: fc.constant('erase'), by, who }), weight: 1 },
  { arbitrary: fc.record({ kind: fc.constant('putRoster'), by, slug }), weight: 2 },
  { arbitrary: fc.record({ kind: fc.constant('deleteRoster'), by, slug }), weight: 1 },
  { arbitrary: fc.record({ kind: fc.constant('putMember'), by, slug, who }), weight: 4 },
  { arbitrary: fc.record({ kind: fc.constant('removeMember'), by, slug, who }), weight: 2 },
  { arbitrary: fc.record({ kind: fc.constant('share'), by, who, hours: fc.constantFrom(1, 72) }), weight: 4 },
  { arbitrary: fc.record({ kind: fc.constant('redeem'), by, slug, share: fc.nat(9) }), weight: 5 },
  { arbitrary: fc.record({ kind: fc.constant('wait') }), weight: 1 },
  {
    arbitrary: fc.record({
      kind: fc.constant('match'),
      by,
      four: fc.uniqueArray(who, { minLength: 4, maxLength: 4 }),
    }),
    weight: 2,
  },
);
export type Step = typeof aStep extends fc.Arbitrary<infer S> ? S : never;

/** Enough that players exist, become private, are shared and are looked for. */
export const steps = (maxLength: number): fc.Arbitrary<Step[]> =>
  fc.noBias(fc.array(aStep, { maxLength, size: 'max' }));

let worlds = 0;

export class VisibilityWorld {
  readonly model = new VisibilityModel(PARTNERS);
  /** A word that the usernames of this world alone have. */
  readonly word: string;
  readonly partners: readonly TestPartner[];
  readonly matches: { readonly by: number; readonly players: readonly ModelPlayer[] }[] = [];
  readonly #service: TestService;
  #now = 0;

  private constructor(service: TestService, partners: readonly TestPartner[]) {
    worlds += 1;
    this.word = `w${String(worlds).padStart(6, '0')}`;
    this.#service = service;
    this.partners = partners;
  }

  static async open(service: TestService): Promise<VisibilityWorld> {
    const partners = Array.from({ length: PARTNERS }, () => service.freshPartner());
    return new VisibilityWorld(service, await Promise.all(partners));
  }

  username(player: number): string {
    return `${this.word}-p${player}`;
  }

  get usernames(): string[] {
    return Array.from({ length: PLAYERS }, (_, player) => this.username(player));
  }

  async play(step: Step): Promise<void> {
    const touched = await this.#play(step);
    await checkKnowledge(this, touched.length === 0 ? [this.username(0)] : touched);
  }

  /** @returns the usernames of those who may be known otherwise than before */
  async #play(step: Step): Promise<string[]> {
    const { model } = this;
    switch (step.kind) {
      case 'register':
      case 'batch': {
        const registrations = 'registration' in step ? [step.registration] : step.registrations;
        await this.#register(step.by, registrations, step.kind === 'batch');
        return registrations.map((one) => this.username(one.who));
      }
      case 'turn':
        await this.#turn(step.by, this.username(step.who), step.isPublic);
        return [this.username(step.who)];
      case 'rename':
        await this.#rename(step.by, this.username(step.who), step.name);
        return [this.username(step.who)];
      case 'erase':
        await this.#erase(step.by, this.username(step.who));
        return [this.username(step.who)];
      case 'putRoster': {
        const isNew = !model.rosters[step.by]?.has(step.slug);
        model.putRoster(step.by, step.slug);
        await this.#send(step.by, 'PUT', `/v1/rosters/${step.slug}`, isNew ? 201 : 200);
        return [];
      }
      case 'deleteRoster': {
        const members = [...(model.rosters[step.by]?.get(step.slug)?.keys() ?? [])];
        const existed = model.deleteRoster(step.by, step.slug);
        await this.#send(step.by, 'DELETE', `/v1/rosters/${step.slug}`, existed ? 204 : 404);
        return members.map(({ username }) => username);
      }
      case 'putMember': {
        const username = this.username(step.who);
        const members = model.rosters[step.by]?.get(step.slug);
        const player = model.named(step.by, username);
        const isPut = members !== undefined && player !== undefined;
        if (isPut) model.add(members, player);
        await this.#send(step.by, 'PUT', `/v1/rosters/${step.slug}/members/${username}`, isPut ? 204 : 404);
        return [username];
      }
      case 'removeMember': {
        const username = this.username(step.who);
        const player = model.named(step.by, username) as ModelPlayer;
        const isRemoved = model.rosters[step.by]?.get(step.slug)?.delete(player) ?? false;
        await this.#send(step.by, 'DELETE', `/v1/rosters/${step.slug}/members/${username}`, isRemoved ? 204 : 404);
        return [username];
      }
      case 'share':
        return this.#share(step.by, this.username(step.who), step.hours);
      case 'redeem': {
        const share = model.shares[step.share % Math.max(model.shares.length, 1)];
        const isGiven = share !== undefined && model.redeem(step.by, step.slug, share, this.#now);
        const body = { share_code: share?.code ?? `bdj_share_${'x'.repeat(32)}` };
        await this.#send(step.by, 'POST', `/v1/rosters/${step.slug}/members`, isGiven ? 200 : 404, { body });
        return share === undefined ? [] : [share.player.username];
      }
      case 'wait':
        this.#now += 2 * HOUR_MS;
        this.#service.advance(2 * HOUR_MS);
        return [];
      case 'match':
        return this.#submit(
          step.by,
          step.four.map((player) => this.username(player)),
        );
      default:
        return assert.fail(step satisfies never);
    }
  }

  async #register(
    partner: number,
    registrations: readonly { who: number; name: Name; isPublic: boolean | null; slug: string | null }[],
    isBatch: boolean,
  ): Promise<void> {
    const bodies = registrations.map(({ who: player, name: { text }, isPublic, slug: roster }) => ({
      username: this.username(player),
      display_name: text,
      ...(isPublic === null ? {} : { profile_is_public: isPublic }),
      ...(roster === null ? {} : { roster_slug: roster }),
    }));
    const expected = registrations.map((one) => this.model.register(partner, this.username(one.who), one));
    const isOwn = expected.map(({ player }) => (player === undefined ? null : player.creator === partner));
    if (isBatch) {
      const { results, summary } = (await this.#send(partner, 'POST', '/v1/players/batch', 200, {
        body: { players: bodies },
      })) as PlayerBatchResults;
      assert.deepEqual(
        results.map(({ status, registered_by_you }) => [status, registered_by_you]),
        expected.map(({ status }, index) => [status, isOwn[index]]),
      );
      assert.equal(summary.existing_of_others, isOwn.filter((one) => one === false).length);
      assert.ok(results.every(({ status, player }) => (status === 'taken') === (player === null)));
      return;
    }
    const { status } = expected[0] ?? assert.fail();
    const code = { created: 201, existing: 200, taken: 409 }[status];
    const answer = (await this.#send(partner, 'POST', '/v1/players', code, { body: bodies[0] })) as RegisteredPlayer;
    if (code !== 409) assert.equal(answer.registered_by_you, isOwn[0]);
  }

  async #turn(partner: number, username: string, isPublic: boolean): Promise<void> {
    const player = this.model.created(partner, username);
    const isTaken = player?.isPublic === false && isPublic && this.model.isTaken(partner, username);
    const code = player === undefined ? 404 : isTaken ? 409 : 200;
    if (player !== undefined && code === 200) this.model.turn(player, isPublic);
    await this.#send(partner, 'PATCH', `/v1/players/${username}`, code, { body: { profile_is_public: isPublic } });
  }

  async #rename(partner: number, username: string, { text, ...name }: Name): Promise<void> {
    const player = this.model.created(partner, username);
    if (player !== undefined) player.name = { text, ...name };
    const code = player === undefined ? 404 : 200;
    await this.#send(partner, 'PATCH', `/v1/players/${username}`, code, { body: { display_name: text } });
  }

  async #erase(partner: number, username: string): Promise<void> {
    const player = this.model.created(partner, username);
    await this.#send(partner, 'DELETE', `/v1/players/${username}`, player === undefined ? 404 : 204);
    if (player !== undefined) this.model.erase(player);
  }

  async #share(partner: number, username: string, hours: number): Promise<string[]> {
    const player = this.model.created(partner, username);
    const body = { expires_in_hours: hours };
    const code = player === undefined ? 404 : 201;
    const answer = await this.#send(partner, 'POST', `/v1/players/${username}/shares`, code, { body });
    if (player !== undefined) {
      const { share_code } = answer as { share_code: string };
      this.model.shares.push({ code: share_code, player, expiresAt: this.#now + hours * HOUR_MS, redeemedBy: null });
    }
    return [username];
  }

  async #submit(partner: number, usernames: readonly string[]): Promise<string[]> {
    const players = usernames.flatMap((username) => this.model.named(partner, username) ?? []);
    const isEligible = players.length === 4;
    const body = aMatch({ external_ref: `m${this.matches.length}-${partner}`, participants: four(...usernames) });
    await this.#send(partner, 'POST', '/v1/matches', isEligible ? 201 : 422, { body });
    if (isEligible) this.matches.push({ by: partner, players });
    return [...usernames];
  }

  async #send(
    partner: number,
    method: string,
    path: string,
    status: number,
    options: RequestOptions = {},
  ): Promise<unknown> {
    const caller = this.partners[partner] ?? assert.fail();
    const answer = await caller.request(method, path, options);
    assert.equal(answer.status, status, `partner ${partner}: ${method} ${path}: ${answer.text}`);
    return answer.body;
  }
}
