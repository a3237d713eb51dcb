/**
 * Who may see whom, against a model that is slow and obvious: random partners, players, rosters and shares, changed in
 * random order.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Problem } from '@bandeja/contract/errors/problem';
import fc from 'fast-check';
import type { Context, KeyActor } from '../../src/context.ts';
import { findEligibleParticipants } from '../../src/matches/participants-store.ts';
import { listPeople } from '../../src/players/people.ts';
import { getPlayer, updatePlayer } from '../../src/players/players.ts';
import { registerPlayer } from '../../src/players/register.ts';
import { sharePlayer } from '../../src/players/share.ts';
import { addMember, removeMember } from '../../src/rosters/members.ts';
import { redeemShare } from '../../src/rosters/redeem-share.ts';
import { deleteRoster } from '../../src/rosters/rosters.ts';
import { calledBy } from '../support/context.ts';
import { freshName, onEachEngine, type TestPartner, useTestService } from '../support/service.ts';

const PARTNERS = 3;
const PLAYERS = 3;
const SLUGS = ['one', 'two'];

const partner = fc.nat({ max: PARTNERS - 1 });
const player = fc.nat({ max: PLAYERS - 1 });
const slug = fc.constantFrom(...SLUGS);

/** Names with the words that they are found by, written down by hand. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  'Íñigo Ñandú': ['inigo', 'nandu'],
  'ØYVIND–Straße': ['oyvind', 'strasse'],
  'Αλέξης O’Brien': ['αλεξησ', 'o', 'brien'],
  '🎾 inigo 7': ['inigo', '7'],
};
/** What is looked for, with the words that it consists of. */
const QUESTIONS: Readonly<Record<string, readonly string[]>> = {
  ini: ['ini'],
  'ÑAN, í': ['nan', 'i'],
  STRASS: ['strass'],
  'bri ΑΛΈ': ['bri', 'αλε'],
  'nandu inigo oyv': ['nandu', 'inigo', 'oyv'],
};
const name = fc.constantFrom(...Object.keys(NAMES));

type Step =
  | { do: 'rename'; partner: number; player: number; name: string }
  | { do: 'register'; partner: number; player: number; profile_is_public: boolean; slug: string | null }
  | { do: 'open' | 'close' | 'share'; partner: number; player: number }
  | { do: 'add' | 'remove'; partner: number; player: number; slug: string }
  | { do: 'dissolve'; partner: number; slug: string }
  | { do: 'redeem'; partner: number; slug: string; share: number };

const steps = fc.array(
  fc.oneof(
    {
      arbitrary: fc.record({
        do: fc.constant('register' as const),
        partner,
        player,
        profile_is_public: fc.boolean(),
        slug: fc.option(slug),
      }),
      weight: 5,
    },
    {
      arbitrary: fc.record({
        do: fc.constantFrom('open' as const, 'close' as const, 'share' as const),
        partner,
        player,
      }),
      weight: 6,
    },
    {
      arbitrary: fc.record({ do: fc.constantFrom('add' as const, 'remove' as const), partner, player, slug }),
      weight: 5,
    },
    { arbitrary: fc.record({ do: fc.constant('dissolve' as const), partner, slug }), weight: 1 },
    { arbitrary: fc.record({ do: fc.constant('rename' as const), partner, player, name }), weight: 4 },
    {
      arbitrary: fc.record({ do: fc.constant('redeem' as const), partner, slug, share: fc.nat({ max: 4 }) }),
      weight: 4,
    },
  ),
  { minLength: 5, maxLength: 30 },
);

/** The contract's sentences, one by one, over sets. */
class Model {
  readonly players = new Map<number, { creator: number; profile_is_public: boolean; name: string }>();
  /** `partner slug` → players. */
  readonly rosters = new Map<string, Set<number>>();
  readonly shares: { player: number; usedBy: number | null }[] = [];

  roster(partner: number, slug: string): Set<number> | undefined {
    return this.rosters.get(`${partner} ${slug}`);
  }

  isVisible(partner: number, player: number): boolean {
    const found = this.players.get(player);
    if (found === undefined) return false;
    return (
      found.profile_is_public ||
      found.creator === partner ||
      SLUGS.some((one) => this.roster(partner, one)?.has(player))
    );
  }

  /** Who is seen: `partner player` pairs, in order. */
  seen(): string[] {
    const pairs = Array.from({ length: PARTNERS * PLAYERS }, (_, n) => [Math.floor(n / PLAYERS), n % PLAYERS] as const);
    return pairs.filter(([one, other]) => this.isVisible(one, other)).map(([one, other]) => `${one} ${other}`);
  }

  isOwn(partner: number, player: number): boolean {
    return this.players.get(player)?.creator === partner || SLUGS.some((one) => this.roster(partner, one)?.has(player));
  }

  /** Who is found by a partner with these beginnings of words, in order. */
  found(partner: number, beginnings: readonly string[]): number[] {
    return [...this.players.keys()]
      .filter((player) => {
        const words = NAMES[this.players.get(player)?.name ?? ''] ?? [];
        return beginnings.every((beginning) => words.some((word) => word.startsWith(beginning)));
      })
      .filter((player) => this.isVisible(partner, player))
      .sort((a, b) => Number(this.isOwn(partner, b)) - Number(this.isOwn(partner, a)));
  }

  /** @returns the code of the refusal, or null. */
  apply(step: Step): string | null {
    switch (step.do) {
      case 'register':
        return this.#register(step);
      case 'dissolve':
        return this.rosters.delete(`${step.partner} ${step.slug}`) ? null : 'roster_not_found';
      case 'add': {
        const roster = this.roster(step.partner, step.slug);
        if (roster === undefined) return 'roster_not_found';
        if (!this.isVisible(step.partner, step.player)) return 'player_not_found';
        roster.add(step.player);
        return null;
      }
      case 'remove': {
        const roster = this.roster(step.partner, step.slug);
        if (roster === undefined) return 'roster_not_found';
        return roster.delete(step.player) ? null : 'player_not_found';
      }
      case 'redeem': {
        const roster = this.roster(step.partner, step.slug);
        const share = this.shares[step.share];
        if (roster === undefined) return 'roster_not_found';
        if (share?.usedBy === step.partner && roster.has(share.player)) return null;
        if (share === undefined || share.usedBy !== null) return 'share_not_found';
        if (this.players.get(share.player)?.creator === step.partner) return 'share_not_found';
        share.usedBy = step.partner;
        roster.add(share.player);
        return null;
      }
      case 'rename': {
        const player = this.players.get(step.player);
        if (player?.creator !== step.partner) return 'player_not_found';
        player.name = step.name;
        return null;
      }
      default:
        return this.#change(step.do, step.partner, step.player);
    }
  }

  #register(step: Extract<Step, { do: 'register' }>): string | null {
    if (!this.players.has(step.player))
      this.players.set(step.player, {
        creator: step.partner,
        profile_is_public: step.profile_is_public,
        name: Object.keys(NAMES)[step.player] ?? assert.fail(),
      });
    if (!this.isVisible(step.partner, step.player)) return 'username_taken';
    if (step.slug === null) return null;
    const key = `${step.partner} ${step.slug}`;
    this.rosters.set(key, (this.rosters.get(key) ?? new Set()).add(step.player));
    return null;
  }

  #change(what: 'open' | 'close' | 'share', partner: number, player: number): string | null {
    const found = this.players.get(player);
    if (found?.creator !== partner) return 'player_not_found';
    if (what === 'share') this.shares.push({ player, usedBy: null });
    else found.profile_is_public = what === 'open';
    if (what === 'close') {
      for (const [key, members] of this.rosters) {
        const owner = Number(key.split(' ')[0]);
        const holdsShare = this.shares.some((share) => share.player === player && share.usedBy === owner);
        if (owner !== partner && !holdsShare) members.delete(player);
      }
    }
    return null;
  }
}

/** The same steps on the service. */
class System {
  readonly #context: Context;
  readonly #callers: readonly KeyActor[];
  /** A word of all names of this system and of no other. */
  readonly #mark = freshName('mark').replaceAll('-', '');
  readonly usernames = Array.from({ length: PLAYERS }, () => freshName('seen'));
  readonly #codes: string[] = [];

  constructor(context: Context, partners: readonly TestPartner[]) {
    this.#context = context;
    this.#callers = partners.map(({ actor }) => actor);
  }

  async apply(step: Step): Promise<string | null> {
    try {
      await this.#run(step);
      return null;
    } catch (error) {
      if (error instanceof Problem) return error.code;
      throw error;
    }
  }

  async #run(step: Step): Promise<unknown> {
    const context = this.#context;
    const caller = this.caller(step.partner);
    if (step.do === 'dissolve') return deleteRoster(calledBy(context, caller), step.slug);
    if (step.do === 'redeem')
      return redeemShare(calledBy(context, caller), step.slug, { share_code: this.#codes[step.share] ?? 'none' });
    const username = this.usernames[step.player] ?? assert.fail();
    switch (step.do) {
      case 'register': {
        const { profile_is_public, slug: roster_slug } = step;
        return registerPlayer(calledBy(context, caller), {
          username,
          display_name: this.#named(Object.keys(NAMES)[step.player] ?? assert.fail()),
          country_code: null,
          profile_is_public,
          roster_slug,
        });
      }
      case 'add':
        return addMember(calledBy(context, caller), step.slug, username);
      case 'remove':
        return removeMember(calledBy(context, caller), step.slug, username);
      case 'share':
        return this.#codes.push((await sharePlayer(calledBy(context, caller), username, {})).share_code);
      case 'rename': {
        const change = { display_name: this.#named(step.name) };
        return updatePlayer(calledBy(context, caller), username, change);
      }
      default: {
        const change = { profile_is_public: step.do === 'open' };
        return updatePlayer(calledBy(context, caller), username, change);
      }
    }
  }

  #named(name: string): string {
    return `${name} ${this.#mark}`;
  }

  /** Who a partner finds, by place; two at a time, by cursor. Without `q`, its own people. */
  async found(partner: number, q: string | null): Promise<number[]> {
    const found: number[] = [];
    let after: Parameters<typeof listPeople>[2]['after'] = null;
    do {
      const filter = { q: q && `${q} ${this.#mark}`, roster: null };
      const page = await listPeople(calledBy(this.#context, this.caller(partner)), filter, {
        limit: 2,
        offset: 0,
        after,
      });
      found.push(...page.data.map(({ username }) => this.usernames.indexOf(username)));
      after = page.next;
    } while (after !== null);
    return found;
  }

  caller(partner: number): KeyActor {
    return this.#callers[partner] ?? assert.fail();
  }

  /** Who is seen by reading profiles: `partner player` pairs. */
  async seen(): Promise<string[]> {
    const pairs: string[] = [];
    for (const [partner, caller] of this.#callers.entries()) {
      for (const [player, username] of this.usernames.entries()) {
        const found = await getPlayer(calledBy(this.#context, caller), username).catch((error: unknown) => {
          assert.ok(error instanceof Problem && error.code === 'player_not_found');
        });
        if (found !== undefined) pairs.push(`${partner} ${player}`);
      }
    }
    return pairs;
  }

  /** Who may be submitted in a match, by username. */
  async eligible(): Promise<string[]> {
    const asked = this.#callers.flatMap(({ partnerId }, partner) =>
      this.usernames.map((username, player) => ({ partner, player, partner_id: partnerId, player_id: null, username })),
    );
    const found = await findEligibleParticipants(this.#context.database, asked);
    return found
      .map(({ ref_index }) => asked[ref_index] ?? assert.fail())
      .map(({ partner, player }) => `${partner} ${player}`)
      .sort();
  }
}

onEachEngine((engine) => {
  const service = useTestService({ engine, isOwn: true });

  describe('visibility', () => {
    it('is what the contract’s sentences say, after any steps, for reading, submitting and finding', async () => {
      await fc.assert(
        fc.asyncProperty(steps, async (run) => {
          const partners = await Promise.all(Array.from({ length: PARTNERS }, () => service().freshPartner()));
          const [model, system] = [new Model(), new System(service().context, partners)];
          for (const step of run) assert.equal(await system.apply(step), model.apply(step), JSON.stringify(step));
          const expected = model.seen();
          assert.deepEqual(await system.seen(), expected);
          assert.deepEqual(await system.eligible(), expected);
          for (let one = 0; one < PARTNERS; one += 1) {
            const isOwn = (player: number): boolean => model.isOwn(one, player);
            for (const [q, beginnings] of Object.entries(QUESTIONS)) {
              const found = await system.found(one, q);
              assert.deepEqual(
                found.toSorted(),
                model.found(one, beginnings).toSorted(),
                `partner ${one} asks for ${q}`,
              );
              assert.deepEqual(found.map(isOwn), found.map(isOwn).toSorted().toReversed(), 'own people come first');
            }
            const own = Array.from({ length: PLAYERS }, (_, player) => player).filter(isOwn);
            assert.deepEqual((await system.found(one, null)).toSorted(), own);
          }
        }),
        { numRuns: 60 },
      );
    });
  });
});
