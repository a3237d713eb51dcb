import { randomUUID } from 'node:crypto';
import { type Fault, Problem } from '@bandeja/contract/errors/problem';
import { formatInstant, instantOf } from '@bandeja/contract/instant';
import { MATCH_LINK_HOURS_DEFAULT, type MatchLink, type NewMatchLinks } from '@bandeja/contract/match-links';
import { pointerTo } from '@bandeja/contract/pointer';
import { canonicalUsername } from '@bandeja/contract/username';
import type { PartnerContext } from '../context.ts';
import type { ShownMatchRow } from '../history/match-row.ts';
import { makeLinkToken } from '../keys/key-format.ts';
import { counts } from '../matches/confirmation.ts';
import { lockUnerased } from '../matches/confirmation-store.ts';
import { namingFaults } from '../matches/rules.ts';
import { lockMatches, readMatch } from '../matches/store.ts';
import { creationKeyOf, type PageOf, readPage } from '../paging/list-page.ts';
import type { CreationKey, Page } from '../paging/page.ts';
import { secretHash } from '../runtime/secret.ts';
import { invalidBody } from '../validation/faults-of.ts';
import { notFound } from '../validation/not-found.ts';
import { HOUR_MS } from './links.ts';
import { listMatchLinkRows, type MatchLinkRow, replaceMatchLinks } from './match-links-store.ts';

/** A new link, with the token that is shown once. */
interface MadeMatchLink extends MatchLink {
  readonly token: string;
}

type Named = NonNullable<NewMatchLinks['players']>;

/** The faults of a body that its shape does not find. */
export function newMatchLinksFaults(value: unknown): Fault[] {
  const players = (value as { readonly players?: unknown } | null)?.players;
  if (!Array.isArray(players)) return [];
  return players.flatMap((player, index) =>
    typeof player === 'object' && player !== null ? namingFaults(player, pointerTo('players', index)) : [],
  );
}

/**
 * Makes links for players of a pending match, and ends their earlier ones. Only the SHA-256 of a token is stored.
 * @throws {Problem} `match_not_found`; `invalid_transition` unless the match is pending; `invalid_body` for a player who is not in it
 */
export function createMatchLinks(
  { actor, database, realNow }: PartnerContext,
  matchId: string,
  body: NewMatchLinks,
): Promise<MadeMatchLink[]> {
  const at = realNow();
  return database.transaction(async (transaction) => {
    const [, match] = await Promise.all([
      lockMatches(transaction, actor.partnerId, [matchId]),
      readMatch(transaction, actor.partnerId, matchId),
    ]);
    if (match === undefined) throw notFound('match_not_found', matchId);
    if (match.status !== 'pending') {
      const extensions = { match_status: match.status };
      throw new Problem('invalid_transition', `The match is ${match.status}, so its players confirm nothing.`, {
        extensions,
      });
    }
    const named = body.players == null ? counting(match) : playersNamed(match, body.players);
    const unerased = await lockUnerased(transaction, named);
    const made = named
      .filter((id) => unerased.has(id))
      .map((player_id) => {
        const token = makeLinkToken('match', actor);
        const row: MatchLinkRow = {
          id: randomUUID(),
          partner_id: actor.partnerId,
          match_id: match.id,
          player_id,
          private_players: body.private_players ?? 'first_name',
          created_at: at,
          expires_at: at + (body.expires_in_hours ?? MATCH_LINK_HOURS_DEFAULT) * HOUR_MS,
          last_used_at: null,
          withdrawn_at: null,
        };
        return { row, token };
      });
    const rows = made.map(({ row, token }) => ({ ...row, token_hash: secretHash(token) }));
    await replaceMatchLinks(transaction, match.id, rows, at);
    return made.map(({ row, token }) => ({ ...linkView(row, match), token }));
  });
}

/** The players whose `right` counts. */
const counting = (match: ShownMatchRow): string[] =>
  match.player_ids.filter((_, slot) => counts(match.teams[slot] ?? 'A', match));

/** @throws {Problem} `invalid_body` */
function playersNamed({ names, player_ids: ids }: ShownMatchRow, named: Named): string[] {
  const faults: Fault[] = [];
  const slots = named.map(({ profile_id: id, username }, index) => {
    const name = username == null ? null : canonicalUsername(username);
    const slot = names.findIndex((one) => (name === null ? one.id === id : one.username === name));
    if (slot < 0) {
      const detail = `“${id ?? username}” is not a player of the match.`;
      faults.push({ pointer: pointerTo('players', index), code: 'not_one_of', detail });
    }
    return slot;
  });
  for (const [index, slot] of slots.entries()) {
    const first = slots.indexOf(slot);
    if (slot < 0 || first === index) continue;
    const detail = `This player is also at /players/${first}.`;
    faults.push({ pointer: pointerTo('players', index), code: 'duplicate_participant', detail });
  }
  if (faults.length > 0) throw invalidBody(faults);
  return slots.map((slot) => ids[slot] ?? '');
}

/**
 * The links to a match in order of creation, including those that have ended.
 * @throws {Problem} `match_not_found`
 */
export async function listMatchLinks(
  { database, actor: { partnerId } }: PartnerContext,
  matchId: string,
  page: Page<CreationKey>,
): Promise<PageOf<MatchLink, CreationKey>> {
  const match = await readMatch(database, partnerId, matchId);
  if (match === undefined) throw notFound('match_not_found', matchId);
  const read = (batch: Page<CreationKey>) => listMatchLinkRows(database, matchId, batch);
  return readPage(page, read, (row) => linkView(row, match), creationKeyOf);
}

function linkView(row: MatchLinkRow, match: ShownMatchRow): MatchLink {
  const team = match.teams[match.player_ids.indexOf(row.player_id)] ?? null;
  return {
    id: row.id,
    profile_id: row.player_id,
    team,
    counts: team !== null && counts(team, match),
    expires_at: formatInstant(row.expires_at),
    private_players: row.private_players,
    last_used_at: instantOf(row.last_used_at),
    withdrawn_at: instantOf(row.withdrawn_at),
    created_at: formatInstant(row.created_at),
  };
}
