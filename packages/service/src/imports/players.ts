/** The players that the keys of a batch name, before any is registered. */
import type { Problem } from '@bandeja/contract/errors/problem';
import { ImportPlayer } from '@bandeja/contract/import-bodies';
import type { ImportProblem } from '@bandeja/contract/import-rows';
import type { ImportOptions } from '@bandeja/contract/imports';
import { type Registration, registrationFaults } from '@bandeja/contract/players';
import { canonicalUsername } from '@bandeja/contract/username';
import type { Queryable } from '@bandeja/postgres/database';
import type { PartnerContext } from '../context.ts';
import { usernameTaken } from '../players/players.ts';
import { refuseExternalIds } from '../registrations/external-ids.ts';
import { newPlayerId, type Registrant, registrantOf } from '../registrations/register.ts';
import { beyondScale } from '../starting-levels/starting-level.ts';
import { faultsOf, isValid, listed } from '../validation/faults-of.ts';
import { notFound } from '../validation/not-found.ts';
import { findFreeUsernames, type NamedUsername, readNamedPlayers } from './look-ups-store.ts';
import { problemsOf, shown } from './problems.ts';
import { type KeyedPlayer, readKeys } from './rows-store.ts';

interface PlannedPlayer {
  readonly key: string;
  /** That of the player if it is registered. */
  readonly id: string;
  readonly username: string;
  /** Whether a stored row of the import has named it by the key. */
  readonly isBound: boolean;
}

/** The player of a key. */
export type PlayerPlan =
  | (PlannedPlayer & {
      readonly state: 'existing' | 'registered';
      /** Gives an existing player its external ids. */
      readonly registrant: Registrant | null;
    })
  | (PlannedPlayer & { readonly state: 'new'; readonly registrant: Registrant })
  | RefusedPlan;

interface RefusedPlan {
  readonly state: 'refused';
  readonly key: string;
  /** Null if the one sent is invalid. */
  readonly username: string | null;
  readonly problems: readonly ImportProblem[];
  /** The player that the key means, if its creator has hidden it since a row named it. */
  readonly hiddenId: string | null;
}

interface ReadPlayer {
  readonly key: string;
  readonly sent: ImportPlayer;
  /** In lower case; null if it is invalid. */
  readonly username: string | null;
  readonly problems: readonly ImportProblem[];
}

export interface PlayersOfBatch {
  /** Null for a check. */
  readonly importId: string | null;
  readonly options: ImportOptions;
  readonly sent: readonly unknown[];
  /** The keys that rows name. */
  readonly named: readonly string[];
}

/** Finds the players that the sent keys and those of stored rows name. One round trip, two with external ids. */
export async function planPlayers(
  context: PartnerContext,
  database: Queryable,
  { importId, options, sent, named }: PlayersOfBatch,
): Promise<ReadonlyMap<string, PlayerPlan>> {
  const { partnerId } = context.actor;
  const read = sent.map((player) => readPlayer(context, player));
  const usernames = [...new Set(read.flatMap(({ username }) => username ?? []))];
  const keys = [...new Set([...named, ...read.map(({ key }) => key)])];
  const [bound, known, free] = await Promise.all([
    importId === null ? [] : readKeys(database, partnerId, importId, keys),
    readNamedPlayers(database, partnerId, usernames),
    findFreeUsernames(database, partnerId, numberedBases(read), options.profile_is_public),
  ]);
  const plans = new Map(bound.map((player) => [player.key, boundPlan(player)]));
  const unbound = read.filter(({ key }) => !plans.has(key));
  const choices = new UsernameChoices(known, free, options, context.now());
  for (const player of unbound) plans.set(player.key, choices.planOf(context, player));
  return withoutRefusedIds(database, plans);
}

function boundPlan({ key, player_id: id, username, registered, is_visible }: KeyedPlayer): PlayerPlan {
  if (!is_visible) return { ...refusedPlan(key, username, notFound('player_not_found', username)), hiddenId: id };
  return { key, id, username, isBound: true, state: registered ? 'registered' : 'existing', registrant: null };
}

function readPlayer(context: PartnerContext, entry: unknown): ReadPlayer {
  const sent = entry as ImportPlayer;
  const username = isValid(ImportPlayer.properties.username, sent.username) ? canonicalUsername(sent.username) : null;
  const faults = [...faultsOf(ImportPlayer, entry), ...registrationFaults(entry)];
  const beyond = faults.length > 0 ? null : beyondScale(sent.starting_level ?? null, context);
  const problems = problemsOf(listed([...faults, ...(beyond?.faults ?? [])]), entry);
  return { key: sent.key, sent, username, problems };
}

/** The usernames that new players may get a number for, and how many free ones the batch may need of each. */
function numberedBases(read: readonly ReadPlayer[]): Map<string, number> {
  const usernames = read.flatMap(({ username }) => username ?? []);
  const ofNew = read.flatMap(({ sent, username }) => (sent.mode === 'new' && username !== null ? [username] : []));
  // Also a number of a shorter base may be this base.
  const mayTake = (base: string) => (other: string) =>
    other === base || other.startsWith(`${base}.`) || base.startsWith(`${other}.`);
  return new Map(ofNew.map((base) => [base, usernames.filter(mayTake(base)).length]));
}

/** Gives each player of a batch a username. Players of the same new username are one, unless they must be new. */
class UsernameChoices {
  readonly #known: ReadonlyMap<string, NamedUsername>;
  readonly #free: ReadonlyMap<string, readonly string[]>;
  readonly #options: Pick<ImportOptions, 'profile_is_public' | 'roster_slug'>;
  readonly #now: number;
  /** The ids of the players that the batch may register, by username. */
  readonly #planned = new Map<string, string>();

  constructor(
    known: readonly NamedUsername[],
    free: readonly { readonly base: string; readonly username: string }[],
    options: ImportOptions,
    now: number,
  ) {
    this.#known = new Map(known.map((one) => [one.username, one]));
    const byBase = Map.groupBy(free, ({ base }) => base);
    this.#free = new Map([...byBase].map(([base, names]) => [base, names.map(({ username }) => username)]));
    this.#options = options;
    this.#now = now;
  }

  planOf(context: PartnerContext, { key, sent, username, problems }: ReadPlayer): PlayerPlan {
    if (username === null || problems.length > 0) return { key, state: 'refused', username, problems, hiddenId: null };
    const known = this.#known.get(username);
    const { mode } = sent;
    if (known !== undefined && known.id !== null && this.#isMeant(known, mode)) {
      const registrant = mode !== 'existing' && (sent.external_ids ?? []).length > 0;
      return {
        key,
        state: 'existing',
        id: known.id,
        username,
        isBound: false,
        registrant: registrant ? this.#registrantOf(context, sent, username, known.id) : null,
      };
    }
    if (mode === 'existing') return refusedPlan(key, username, notFound('player_not_found', sent.username));
    const chosen = mode === 'new' ? this.#free.get(username)?.find((one) => !this.#planned.has(one)) : username;
    const isReserved = mode !== 'new' && this.#options.profile_is_public && known?.is_reserved === true;
    if (chosen === undefined || isReserved) return refusedPlan(key, username, usernameTaken(sent.username));
    const id = this.#planned.get(chosen) ?? newPlayerId(this.#now);
    this.#planned.set(chosen, id);
    return {
      key,
      state: 'new',
      id,
      username: chosen,
      isBound: false,
      registrant: this.#registrantOf(context, sent, chosen, id),
    };
  }

  /** The rule of registrations: a private player is registered beside another partner's public one. */
  #isMeant({ is_own, is_public }: NamedUsername, mode: ImportPlayer['mode']): boolean {
    if (mode === 'existing') return true;
    return mode !== 'new' && (is_own || (is_public && this.#options.profile_is_public));
  }

  #registrantOf(context: PartnerContext, sent: ImportPlayer, username: string, newId: string): Registrant {
    const { key: _key, mode: _mode, ...fields } = sent;
    // Named after the username that was sent, as a registration would be.
    const display_name = sent.display_name ?? canonicalUsername(sent.username);
    // With the roster, so that it is locked before the players, as by registrations.
    const { profile_is_public, roster_slug } = this.#options;
    const registration: Registration = { ...fields, display_name, username, profile_is_public, roster_slug };
    return { ...registrantOf(context, registration), newId };
  }
}

function refusedPlan(key: string, username: string, problem: Problem): RefusedPlan {
  const { code, message: detail, faults } = problem;
  const pointer = faults?.[0]?.pointer ?? '/username';
  const problems = [{ pointer, code, detail, values: { sent: shown(username) } }];
  return { key, state: 'refused', username, problems, hiddenId: null };
}

/** Refuses players with an external id that another player of the partner has. */
async function withoutRefusedIds(
  database: Queryable,
  plans: ReadonlyMap<string, PlayerPlan>,
): Promise<ReadonlyMap<string, PlayerPlan>> {
  const registering = [...plans.values()].flatMap((plan) =>
    plan.state === 'refused' || plan.registrant === null
      ? []
      : [{ ...plan.registrant, plan, username: plan.username, newId: plan.id }],
  );
  const refused = await refuseExternalIds(database, registering);
  const problems = new Map([...refused].map(([{ plan }, problem]) => [plan.key, problem]));
  return new Map(
    [...plans].map(([key, plan]) => {
      const problem = problems.get(key);
      return [key, problem === undefined ? plan : refusedPlan(key, plan.username ?? '', problem)];
    }),
  );
}
