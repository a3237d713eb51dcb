import type { ExternalId } from '@bandeja/contract/external-ids';
import type { Player } from '@bandeja/contract/players';
import type { Transaction } from '@bandeja/postgres/database';
import { inSnapshot } from '@bandeja/postgres/snapshot';
import type { PartnerContext } from '../context.ts';
import { type PageOf, readPage } from '../paging/list-page.ts';
import type { Page } from '../paging/page.ts';
import { notFound } from '../validation/not-found.ts';
import { findHolder, type SentId } from './external-ids-store.ts';
import { type NameKey, searchSettings } from './name-search-store.ts';
import { wordsOf } from './name-words.ts';
import {
  type FoundPerson,
  findOtherPeople,
  findOwnPeople,
  hasRoster,
  type PeopleRequest,
  type Person,
  readPeople,
} from './player-list-store.ts';
import { playerView } from './view.ts';

export interface PeopleFilter {
  /** The beginnings of words; null for the caller's own people. */
  readonly q: string | null;
  /** Only members of this roster. */
  readonly roster: string | null;
  /** Only the player with this id of the caller. Excludes the other two. */
  readonly externalId?: ExternalId | null;
}

/** The cursor of the list. The caller's own people come before all others. */
export interface PersonKey extends NameKey {
  readonly is_own: boolean;
}

/**
 * The caller's own people by name. With `q`: every visible player whose name or username has words starting with each word of `q`,
 * the caller's own people first. With an external id: the player that has it, if any.
 * @throws {Problem} `roster_not_found`
 */
export function listPlayers(
  context: PartnerContext,
  { q, roster, externalId = null }: PeopleFilter,
  page: Page<PersonKey>,
): Promise<PageOf<Player, PersonKey>> {
  const { partnerId } = context.actor;
  const readAt = context.now();
  const words = q === null ? null : wordsOf(q);
  const read = async (snapshot: Transaction): Promise<PageOf<Player, PersonKey>> => {
    if (roster !== null && !(await hasRoster(snapshot, partnerId, roster))) {
      throw notFound('roster_not_found', roster);
    }
    // `q` has no letter or digit.
    if (words?.length === 0) return { data: [], next: null };
    return readPage<Person, Player, PersonKey>(
      page,
      async (batch) => {
        const found =
          externalId === null
            ? await findPeople(snapshot, { partnerId, words, roster }, batch)
            : await findByExternalId(snapshot, { partnerId, ...externalId }, batch);
        return readPeople(snapshot, partnerId, found);
      },
      (person) => playerView(person, readAt, context),
      ({ is_own, sort_name, username, id }) => ({ is_own, sort_name, username, id }),
    );
  };
  return inSnapshot(context.database, read, searchSettings);
}

interface PeopleQuery extends Pick<PeopleRequest, 'partnerId' | 'roster'> {
  readonly words: readonly string[] | null;
}

/** Reads the skipped entries too: own people and others are two lists, and the length of the first one is known only after reading it. */
async function findPeople(
  snapshot: Transaction,
  { partnerId, words, roster }: PeopleQuery,
  { limit, offset, after }: Page<PersonKey>,
): Promise<FoundPerson[]> {
  const wanted = offset + limit;
  const search = { partnerId, words: words ?? [] };
  const isAmongOwn = roster !== null || after === null || after.is_own;
  const own = isAmongOwn ? await findOwnPeople(snapshot, { ...search, after, limit: wanted, roster }) : [];
  if (words === null || roster !== null || own.length >= wanted) return own.slice(offset);
  const others = await findOtherPeople(snapshot, {
    ...search,
    after: after?.is_own === false ? after : null,
    limit: wanted - own.length,
  });
  return [...own, ...others].slice(offset);
}

async function findByExternalId(
  snapshot: Transaction,
  id: Omit<SentId, 'username'>,
  { offset, after }: Page<PersonKey>,
): Promise<FoundPerson[]> {
  const holder = after === null && offset === 0 ? await findHolder(snapshot, id) : undefined;
  return holder === undefined ? [] : [{ ...holder, is_own: true }];
}
