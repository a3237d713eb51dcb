/** Whichever way a search comes to its answer, it is the one of a look at every player. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Database, statement } from '@bandeja/postgres/database';
import { inSnapshot } from '@bandeja/postgres/snapshot';
import type { NameKey } from '../../src/players/name-search-store.ts';
import { findOtherPeople, findOwnPeople } from '../../src/players/player-list-store.ts';
import { insertPlayers } from '../../src/players/store.ts';
import { openMigratedDatabase } from '../support/database.ts';
import { onEachEngine } from '../support/engines.ts';
import { foundPartner } from '../support/founding.ts';
import { seeded } from '../support/seeded.ts';

const NOW = Date.UTC(2026, 5, 1);
const PLAYERS = 2_000;
const ROSTER = 'ladder';
const ROUNDS = 30;

/** Parts of names, and without case and accents; written by hand, so that the test has no word rules of the service. */
const PARTS: readonly (readonly [text: string, plain: string, words: readonly string[]])[] = [
  ['María', 'maria', ['maria']],
  ['MARTA', 'marta', ['marta']],
  ['Mar', 'mar', ['mar']],
  ['José Luis', 'jose luis', ['jose', 'luis']],
  ['García', 'garcia', ['garcia']],
  ['Gil', 'gil', ['gil']],
  ['Núñez', 'nunez', ['nunez']],
  ['Ana-Sofía', 'ana-sofia', ['ana', 'sofia']],
  ['Ana', 'ana', ['ana']],
  ['Anastasia', 'anastasia', ['anastasia']],
  ['O’Neill', 'o’neill', ['oneill', 'o', 'neill']],
  ['Mª José', 'ma jose', ['maria', 'ma', 'jose']],
  ['Łukasz', 'lukasz', ['lukasz']],
  ['Ødegaard', 'odegaard', ['odegaard']],
  ['Weiß', 'weiss', ['weiss']],
  ['Đorđević', 'dordevic', ['dordevic']],
  ['Zoë', 'zoe', ['zoe']],
  ['Иван', 'иван', ['ivan']],
  ['Ёлкин', 'елкин', ['elkin']],
  ['محمد', 'محمد', ['mhmd']],
  ['إبراهيم', 'ابراهيم', ['abrahym']],
  ['王', '王', ['王']],
  ['小明', '小明', ['小明']],
];
const LATIN_PARTS = 17;

const inBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
const byName = (a: NameKey, b: NameKey): number =>
  inBytes(a.sort_name, b.sort_name) || inBytes(a.username, b.username) || inBytes(a.id, b.id);

const makeRoster = statement(
  'test_people_roster',
  'insert into rosters (partner_id, slug, created_at) values ($1, $2, now())',
);
const addMembers = statement(
  'test_people_members',
  `insert into roster_members (partner_id, slug, player_id, added_at, is_guest)
   select $1::uuid, $2, id, now(), creator_partner_id <> $1::uuid from players where id = any ($3::uuid[])`,
);

onEachEngine((engine) => {
  let database: Database;
  const random = seeded(11);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const people: (NameKey & { words: string[]; isPublic: boolean; isOwn: boolean; isMember: boolean })[] = [];
  let partnerId = '';

  before(async () => {
    database = await openMigratedDatabase(engine);
    const [own, other, third] = [
      await foundPartner(database, 'own', NOW),
      await foundPartner(database, 'other', NOW),
      await foundPartner(database, 'third', NOW),
    ];
    partnerId = own.partnerId;
    const players = Array.from({ length: PLAYERS }, (_, index) => {
      const [one, two] = [pick(PARTS), pick(PARTS)];
      const display_name = `${one[0]} ${two[0]}`;
      const called = pick(PARTS.slice(0, LATIN_PARTS))[2];
      const username = `${called.join('-')}.p${index}`;
      const isCreated = random() < 0.3;
      const id = `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
      const player = {
        id,
        username,
        display_name,
        country_code: null,
        profile_is_public: random() < 0.7,
        creator_partner_id: isCreated ? own.partnerId : other.partnerId,
        created_at: NOW,
      };
      const isMember = random() < (isCreated ? 0.3 : 0.05);
      people.push({
        id,
        sort_name: `${one[1]} ${two[1]}`,
        username,
        words: [...new Set([...one[2], ...two[2], ...called, `p${index}`])],
        isPublic: player.profile_is_public,
        isOwn: isCreated || isMember,
        isMember,
      });
      return player;
    });
    // Another partner's public player with the names of a private one. With both on one page or on two, none may be lost.
    for (const [index, player] of players.filter(({ profile_is_public }) => !profile_is_public).entries()) {
      const id = player.id.replace(/^0000/, '1000');
      const person = people.find((one) => one.id === player.id) ?? assert.fail();
      const isMember = index % 2 === 0;
      players.push({ ...player, id, profile_is_public: true, creator_partner_id: third.partnerId });
      people.push({ ...person, id, isPublic: true, isOwn: isMember, isMember });
    }
    people.sort(byName);
    const members = people.filter(({ isMember }) => isMember).map(({ id }) => id);
    await database.transaction(async (transaction) => {
      await insertPlayers(transaction, players);
      await transaction.query(makeRoster, [partnerId, ROSTER]);
      await transaction.query(addMembers, [partnerId, ROSTER, members]);
    });
  });
  after(() => database.close());

  /** Beginnings of words of a player, and sometimes of none. */
  const someWords = (): string[] => {
    const { words } = pick(people);
    const chosen = Array.from({ length: 1 + Math.floor(random() * 4) }, () =>
      pick(random() < 0.8 ? words : pick(people).words),
    );
    const letters = chosen.map((word) =>
      Array.from(word)
        .slice(0, 1 + Math.floor(random() * 6))
        .join(''),
    );
    return [...new Set(letters)];
  };

  describe('a search for players by words', () => {
    for (const firstWalk of [3, 40, 10_000]) {
      it(`finds the same when its first walk looks at ${firstWalk}`, async () => {
        for (let round = 0; round < ROUNDS; round += 1) {
          const words = someWords();
          const after = random() < 0.5 ? null : pick(people);
          const search = { partnerId, words, after, limit: 1 + Math.floor(random() * 30), firstWalk };
          const expected = (isAsked: (person: (typeof people)[number]) => boolean): string[] =>
            people
              .filter((person) => isAsked(person) && (after === null || byName(after, person) < 0))
              .filter((person) => words.every((word) => person.words.some((own) => own.startsWith(word))))
              .slice(0, search.limit)
              .map(({ id }) => id);
          const [own, members, others] = await inSnapshot(database, async (snapshot) => [
            await findOwnPeople(snapshot, { ...search, roster: null }),
            await findOwnPeople(snapshot, { ...search, roster: ROSTER }),
            await findOtherPeople(snapshot, search),
          ]);
          const asked = JSON.stringify({ words, after });
          const ids = (found: readonly NameKey[] = []): string[] => found.map(({ id }) => id);
          assert.deepEqual(
            ids(own),
            expected(({ isOwn }) => isOwn),
            asked,
          );
          assert.deepEqual(
            ids(members),
            expected(({ isMember }) => isMember),
            asked,
          );
          assert.deepEqual(
            ids(others),
            expected(({ isOwn, isPublic }) => isPublic && !isOwn),
            asked,
          );
        }
      });
    }
  });
});
