import { type EntryError, entryErrorOf } from '@bandeja/contract/entry-error';
import { Problem } from '@bandeja/contract/errors/problem';
import type { PlayerBatchEnvelope, PlayerBatchResult, PlayerBatchResults } from '@bandeja/contract/player-batches';
import { Registration, registrationFaults } from '@bandeja/contract/players';
import { canonicalUsername } from '@bandeja/contract/username';
import type { PartnerContext } from '../context.ts';
import { usernameTaken } from '../players/players.ts';
import { beyondScale } from '../starting-levels/starting-level.ts';
import { faultsOf, invalidBody, isValid } from '../validation/faults-of.ts';
import { type RegistrationOptions, registerPlayers, type StoredRegistration } from './register.ts';

/** The fields of the envelope that apply to all entries. */
const sharedFields = ['roster_slug', 'profile_is_public', 'country_code'] as const;

/**
 * Registers the players of a batch in one transaction. A value in an entry overrides that of the envelope; null inherits it. An
 * invalid entry, even one that isn't an object, does not affect the others.
 * @throws {Problem} `overloaded`, if at least one entry is valid
 */
export async function registerBatch(
  context: PartnerContext,
  batch: PlayerBatchEnvelope,
  options?: RegistrationOptions,
): Promise<PlayerBatchResults> {
  const read = batch.players.map((entry) => readRegistration(context, withShared(entry, batch)));
  const valid = read.flatMap((one) => (one instanceof Problem ? [] : [one]));
  const stored = valid.length === 0 ? [] : await registerPlayers(context, valid, options);
  const storedOf = new Map(valid.map((registration, index) => [registration, stored[index]]));
  const results = read.map((one, index) => {
    const outcome = one instanceof Problem ? one : storedOf.get(one);
    if (outcome === undefined) throw new Error('a registration has no result');
    const username = usernameOf(batch.players[index]);
    const answer = answerOf(outcome, username ?? '');
    if (options?.dryRun !== true) return { index, username, ...answer };
    // A player that does not exist has no id. It may be the one that has an external id.
    const player = answer.status === 'created' ? null : answer.player;
    return { index, username, ...answer, player, error: answer.error && withoutId(answer.error) };
  });
  const count = (status: PlayerBatchResult['status']): number => results.filter((one) => one.status === status).length;
  const summary = {
    created: count('created'),
    existing: count('existing'),
    existing_of_others: results.filter((one) => one.registered_by_you === false).length,
    taken: count('taken'),
    rejected: count('rejected'),
  };
  return { results, summary };
}

function withShared(entry: unknown, batch: PlayerBatchEnvelope): unknown {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return entry;
  const own = entry as Readonly<Record<string, unknown>>;
  const inherited = sharedFields.filter((field) => (own[field] ?? null) === null && (batch[field] ?? null) !== null);
  return { ...own, ...Object.fromEntries(inherited.map((field) => [field, batch[field]])) };
}

function readRegistration(context: PartnerContext, body: unknown): Registration | Problem {
  const faults = [...faultsOf(Registration, body), ...registrationFaults(body)];
  if (faults.length > 0) return invalidBody(faults);
  const registration = body as Registration;
  return beyondScale(registration.starting_level ?? null, context) ?? registration;
}

function answerOf(
  outcome: StoredRegistration | Problem,
  username: string,
): Omit<PlayerBatchResult, 'index' | 'username'> {
  const none = { player: null, registered_by_you: null };
  if (outcome instanceof Problem) return { status: 'rejected', ...none, error: entryErrorOf(outcome) };
  if (outcome.status === 'refused') return { status: 'rejected', ...none, error: entryErrorOf(outcome.problem) };
  if (outcome.status === 'taken') return { status: 'taken', ...none, error: entryErrorOf(usernameTaken(username)) };
  const { status, player } = outcome;
  return { status, player, registered_by_you: player.registered_by_you, error: null };
}

const withoutId = ({ existing_profile_id: _, ...error }: EntryError): EntryError => error;

/** The entry's username in canonical form, or null if it isn't valid. */
function usernameOf(entry: unknown): string | null {
  const username = (entry as { readonly username?: unknown } | null)?.username;
  return isValid(Registration.properties.username, username) ? canonicalUsername(username as string) : null;
}
