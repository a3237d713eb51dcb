/** Fills an empty, migrated database with players who have names as people have them: a few are common, most are rare. */
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { seeded } from '../../test/support/seeded.ts';
import { CopyStream } from '../seed/copy.ts';

const SYLLABLES = 'ma ri ta jo an lu ca fe so pe be to ni go da vi el sa mo ra ze xa qui ol ur'.split(' ');
const FIRST_NAMES = 3_000;
const SURNAMES = 40_000;
/** One partner has this share of all players; the others have as many as each other. */
const SHARE_OF_LARGEST = 0.03;
export const PARTNERS = 1_000;

/** The nth name, the same each time: "marta" is the first one, then made of two to four syllables. */
function nameOf(n: number, salt: number): string {
  let rest = n * 7 + salt;
  let name = '';
  do {
    name += SYLLABLES[rest % SYLLABLES.length] ?? '';
    rest = Math.floor(rest / SYLLABLES.length);
  } while (rest > 0 || name.length < 4);
  return name;
}

/** @returns the partners, the largest first */
export async function seedPeople(client: pg.Client, players: number): Promise<string[]> {
  const random = seeded(7);
  // By Zipf's law: the nth name is borne by a share of 1/n.
  const zipf = (count: number): number => Math.floor(count ** random()) - 1;
  const partners = Array.from({ length: PARTNERS }, () => randomUUID());
  const at = '2026-01-01T00:00:00Z';
  const intoPartners = new CopyStream(client, 'partners', ['id', 'name', 'plan', 'created_at']);
  for (const [index, id] of partners.entries()) await intoPartners.write([id, `Club ${index}`, 'pro', at]);
  await intoPartners.end();
  const columns = 'id username display_name profile_is_public creator_partner_id created_at sort_name name_words';
  const intoPlayers = new CopyStream(client, 'players', columns.split(' '));
  for (let index = 0; index < players; index += 1) {
    const [first, last] = [nameOf(zipf(FIRST_NAMES), 0), nameOf(zipf(SURNAMES), 3)];
    const username = `${first}.${last}.${index}`.slice(-40).replace(/^\W/, 'x');
    const partner = random() < SHARE_OF_LARGEST ? 0 : 1 + Math.floor(random() * (PARTNERS - 1));
    const name = `${first} ${last}`;
    const words = [...new Set([first, last, ...username.split('.')])].join(' ');
    const isPublic = random() < 0.75 ? 't' : 'f';
    await intoPlayers.write([randomUUID(), username, name, isPublic, partners[partner] ?? '', at, name, words]);
  }
  await intoPlayers.end();
  await client.query('insert into player_ratings (player_id) select id from players');
  return partners;
}
