/** Plays steps of several partners on a service and on the model of what they may know, and compares both after each step. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { RequestOptions } from '../support/client.ts';
import { aMatch, four } from '../support/matches.ts';
import type { TestPartner, TestService } from '../support/service.ts';
import { checkKnowledge } from './visibility-checks.ts';
import { NAMES, type Name, SLUGS, VisibilityModel } from './visibility-model.ts';

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
  /** A null is a player who was erased since. */
  readonly matches: { readonly by: number; readonly usernames: (string | null)[] }[] = [];
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
        await this.#patch(step.by, step.who, { profile_is_public: step.isPublic }, (player) =>
          model.turn(player, step.isPublic),
        );
        return [this.username(step.who)];
      case 'rename':
        await this.#patch(step.by, step.who, { display_name: step.name.text }, (player) => {
          player.name = step.name;
        });
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
        const members = [...(model.rosters[step.by]?.get(step.slug) ?? [])];
        const existed = model.deleteRoster(step.by, step.slug);
        await this.#send(step.by, 'DELETE', `/v1/rosters/${step.slug}`, existed ? 204 : 404);
        return members;
      }
      case 'putMember': {
        const username = this.username(step.who);
        const members = model.rosters[step.by]?.get(step.slug);
        const isPut = members !== undefined && model.sees(step.by, username);
        if (isPut) members.add(username);
        await this.#send(step.by, 'PUT', `/v1/rosters/${step.slug}/members/${username}`, isPut ? 204 : 404);
        return [username];
      }
      case 'removeMember': {
        const username = this.username(step.who);
        const isRemoved = model.rosters[step.by]?.get(step.slug)?.delete(username) ?? false;
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
        return share === undefined ? [] : [share.username];
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
    if (isBatch) {
      const { results } = (await this.#send(partner, 'POST', '/v1/players/batch', 200, {
        body: { players: bodies },
      })) as {
        results: { status: string; player: object | null }[];
      };
      assert.deepEqual(
        results.map(({ status }) => status),
        expected,
      );
      assert.ok(results.every(({ status, player }) => (status === 'taken') === (player === null)));
      return;
    }
    const [status = 'taken'] = expected;
    await this.#send(partner, 'POST', '/v1/players', { created: 201, existing: 200, taken: 409 }[status], {
      body: bodies[0],
    });
  }

  async #patch(
    partner: number,
    player: number,
    body: object,
    change: (player: NonNullable<ReturnType<VisibilityModel['players']['get']>>) => void,
  ): Promise<void> {
    const known = this.model.players.get(this.username(player));
    const isCreator = known?.creator === partner;
    if (isCreator) change(known);
    await this.#send(partner, 'PATCH', `/v1/players/${this.username(player)}`, isCreator ? 200 : 404, { body });
  }

  async #erase(partner: number, username: string): Promise<void> {
    const known = this.model.players.get(username);
    const isCreator = known?.creator === partner;
    await this.#send(partner, 'DELETE', `/v1/players/${username}`, isCreator ? 204 : 404);
    if (!isCreator) return;
    this.model.erase(known);
    for (const { usernames } of this.matches) {
      const place = usernames.indexOf(username);
      if (place !== -1) usernames[place] = null;
    }
  }

  async #share(partner: number, username: string, hours: number): Promise<string[]> {
    const isCreator = this.model.players.get(username)?.creator === partner;
    const body = { expires_in_hours: hours };
    const answer = await this.#send(partner, 'POST', `/v1/players/${username}/shares`, isCreator ? 201 : 404, { body });
    if (isCreator) {
      const { share_code: code } = answer as { share_code: string };
      this.model.shares.push({
        code,
        username,
        expiresAt: this.#now + hours * HOUR_MS,
        redeemedBy: null,
        isVoid: false,
      });
    }
    return [username];
  }

  async #submit(partner: number, usernames: readonly string[]): Promise<string[]> {
    const isEligible = usernames.every((username) => this.model.sees(partner, username));
    const body = aMatch({ external_ref: `m${this.matches.length}-${partner}`, participants: four(...usernames) });
    await this.#send(partner, 'POST', '/v1/matches', isEligible ? 201 : 422, { body });
    if (isEligible) this.matches.push({ by: partner, usernames: [...usernames] });
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
