/**
 * Random imports of a club whose names collide with players of another club, with its own, and with erased ones. After each import, every
 * participant of the club's matches must be the player that a model expects.
 */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Bandeja, BandejaError } from '@bandeja/client';
import { scopes } from '@bandeja/contract/account-enums';
import { issueKey } from '@bandeja/service/keys/keys';
import type { TestService } from '@bandeja/service/test/support/service';
import fc from 'fast-check';
import { type CliRun, runInside } from './run-cli.ts';

const GIVEN = ['Ana', 'Bruno', 'Clara', 'Dora', 'Elsa', 'Fabio'] as const;
/** Who has the username that an import would make of a name. */
const HOLDERS = [
  'free',
  'public of another',
  'private of another',
  'erased by another',
  'own',
  'own private',
  'erased by the club',
  'on a roster',
] as const;
type Holder = (typeof HOLDERS)[number];
const MODES = [
  '--names',
  '--register',
  'players file',
  'players file by hand',
  'shifted players file',
  'usernames',
  'usernames with names',
] as const;

interface Scenario {
  readonly mode: (typeof MODES)[number];
  /** For each given name its holder, and whether the holder's display name is the name in the file. */
  readonly holders: readonly { readonly holder: Holder; readonly isNamed: boolean }[];
  /** The players of each match, as places in the list of given names. */
  readonly matches: readonly (readonly number[])[];
  /** The name whose username another club takes between the dry run and the import. */
  readonly rival: number | null;
}

export const scenarios: fc.Arbitrary<Scenario> = fc.record({
  mode: fc.constantFrom(...MODES),
  holders: fc.array(fc.record({ holder: fc.constantFrom(...HOLDERS), isNamed: fc.boolean() }), {
    minLength: GIVEN.length,
    maxLength: GIVEN.length,
  }),
  matches: fc.array(fc.shuffledSubarray([...GIVEN.keys()], { minLength: 4, maxLength: 4 }), {
    minLength: 1,
    maxLength: 4,
  }),
  rival: fc.option(fc.nat(GIVEN.length - 1), { freq: 4 }),
});

const OWN: ReadonlySet<Holder> = new Set(['own', 'own private', 'on a roster']);
const OF_ANOTHER: ReadonlySet<Holder> = new Set([
  'public of another',
  'private of another',
  'erased by another',
  'on a roster',
]);
/** Who sees a difference between the file and the player. */
const VISIBLE: ReadonlySet<Holder> = new Set(['public of another', ...OWN]);
const isOfUsernames = (mode: Scenario['mode']): boolean => mode === 'usernames' || mode === 'usernames with names';
const HEADER = 'external_ref,played_at,a1,a2,b1,b2,set_scores';
const PRIVATE: ReadonlySet<Holder> = new Set(['private of another', 'own private']);

/** Family names that no other run has: usernames are unique among public players. */
let families = 0;
function aFamily(): string {
  const letters = (families++)
    .toString(26)
    .replaceAll(/[0-9a-p]/g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 26)));
  return `Zq${letters}`;
}

/** What the runs of a property did. */
export interface Attached {
  matches: number;
  rejected: number;
  stopped: number;
  readonly holders: Map<Holder, number>;
}

export const noneAttached = (): Attached => ({ matches: 0, rejected: 0, stopped: 0, holders: new Map() });

async function clientOf(service: TestService): Promise<{ readonly client: Bandeja; readonly key: string }> {
  const partner = await service.freshPartner();
  const { key } = await issueKey(service.context, partner.id, { scopes: [...scopes] });
  return { client: new Bandeja({ baseUrl: service.url ?? '', key }), key };
}

/** Plays a scenario with a new club, and compares its matches with the model. */
export async function playScenario(service: TestService, scenario: Scenario, counts: Attached): Promise<void> {
  const [club, other] = [await clientOf(service), await clientOf(service)];
  const family = aFamily();
  const people = scenario.holders.map((one, place) => {
    const name = `${GIVEN[place]} ${family}`;
    const username = name.toLowerCase().replace(' ', '.');
    return { ...one, name, username, shown: one.isNamed ? name : `Otra ${place} ${family}${GIVEN[place]}` };
  });
  for (const { holder, username, shown } of people) {
    if (holder === 'free') continue;
    const owner = OF_ANOTHER.has(holder) ? other.client : club.client;
    await owner.players.register({ username, display_name: shown, profile_is_public: !PRIVATE.has(holder) });
    if (holder.startsWith('erased')) await owner.players.erase(username);
    if (holder === 'on a roster') {
      await club.client.rosters.put('night', {});
      await club.client.rosters.add('night', username);
    }
    counts.holders.set(holder, (counts.holders.get(holder) ?? 0) + 1);
  }
  const before = new Set((await Array.fromAsync(club.client.players.list())).map(({ username }) => username));

  const directory = await mkdtemp(join(tmpdir(), 'bandeja-attached-'));
  try {
    const run = await importOf(directory, scenario, people, {
      url: service.url ?? '',
      key: club.key,
      other: other.client,
    });
    await compare(scenario, people, before, club.client, run, counts);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

interface Person {
  readonly holder: Holder;
  readonly isNamed: boolean;
  readonly name: string;
  readonly username: string;
}

interface Imported extends CliRun {
  /** The file gives a username to someone who is not the player that has it. */
  readonly mustStop: boolean;
  /** The lines of a shifted players file have usernames of other names, so that an import may also stop for a taken one. */
  readonly mayStop?: boolean;
  /** Name → username of the lines of a players file without a display name, which resemble their players. */
  readonly unnamed?: ReadonlyMap<string, string>;
}

async function importOf(
  directory: string,
  { mode, matches, rival }: Scenario,
  people: readonly Person[],
  { url, key, other }: { readonly url: string; readonly key: string; readonly other: Bandeja },
): Promise<Imported> {
  const rows = matches.map((places, index) => {
    const texts = places.map((place) => (isOfUsernames(mode) ? people[place]?.username : people[place]?.name));
    return `m${index},2026-05-0${index + 1}T19:00:00Z,${texts.join(',')},6-4 6-3`;
  });
  const used = people.filter((_, place) => matches.some((places) => places.includes(place)));
  const file = join(directory, 'results.csv');
  await writeFile(file, [HEADER, ...rows].join('\n'));
  const run = (...options: string[]): Promise<CliRun> =>
    runInside(['import', file, ...options, '--json'], { url, key });
  if (mode === '--names') return { ...(await run('--names')), mustStop: false };
  if (mode === '--register') return { ...(await run('--names', '--register')), mustStop: false };
  if (mode === 'usernames')
    return { ...(await run('--register')), mustStop: used.some(({ holder }) => holder === 'public of another') };
  if (mode === 'usernames with names') {
    const list = join(directory, 'results.json');
    const items = rows.map((row) =>
      Object.fromEntries(row.split(',').map((cell, at) => [HEADER.split(',')[at], cell])),
    );
    const named = people.map(({ name, username }) => ({ username, display_name: name }));
    await writeFile(list, JSON.stringify({ players: named, matches: items }));
    const run = await runInside(['import', list, '--register', '--json'], { url, key });
    return { ...run, mustStop: used.some(({ holder, isNamed }) => VISIBLE.has(holder) && !isNamed) };
  }
  const players = join(directory, 'players.csv');
  if (mode === 'players file by hand') {
    // As a person fills it in who takes the derived usernames, and gives no display names.
    const lines = used.map(({ name, username }) => `${name},${username}`);
    await writeFile(players, ['name,username', ...lines].join('\n'));
    // The display name of an own player with another name is not confirmed.
    const mustStop = used.some(({ holder, isNamed }) => (OWN.has(holder) ? !isNamed : holder === 'public of another'));
    const unnamed = new Map(used.map(({ name, username }) => [name, username]));
    return { ...(await run('--players', players, '--register')), mustStop, unnamed };
  }
  const dry = await run('--names', '--register', '--dry-run', '--players-out', players);
  assert.ok(dry.exitCode === 0 || dry.exitCode === 1, dry.stderr);
  const lines = (await readFile(players, 'utf8')).trimEnd().split('\r\n');
  if (mode === 'shifted players file') {
    const cells = lines.slice(1).map((text) => text.split(','));
    const shifted = cells.map(([name = '', , shown = ''], at) => [name, cells.at(at - 1)?.[1] ?? '', shown] as const);
    await writeFile(players, ['name,username,display_name', ...shifted.map((line) => line.join(','))].join('\n'));
    const isMoved = ([, username, shown]: (typeof shifted)[number]): boolean => username !== '' && shown === '';
    const mustStop = shifted.some(([, username, shown]) => {
      const owner = people.find((one) => one.username === username);
      return shown !== '' && owner !== undefined && OWN.has(owner.holder) && owner.isNamed && owner.name !== shown;
    });
    // No name of another line resembles the player.
    const stops = mustStop || shifted.some(isMoved);
    return { ...(await run('--players', players, '--register')), mustStop: stops, mayStop: true };
  }
  const line = lines.find((text) => text.startsWith(`${people[rival ?? -1]?.name},`));
  const mustStop = line?.endsWith(',new') === true && (await take(other, line));
  return { ...(await run('--players', players, '--register')), mustStop };
}

/**
 * Another club registers a player of a players file first, unless it has one. Whether the file's username is then a public player's: one of
 * an erased public player stays with its club.
 */
async function take(other: Bandeja, line: string): Promise<boolean> {
  const [, username = '', display_name = ''] = line.split(',');
  try {
    const player = await other.players.register({ username, display_name, profile_is_public: true });
    return player.profile_is_public;
  } catch (error) {
    if (error instanceof BandejaError && error.is('username_taken')) return false;
    throw error;
  }
}

async function compare(
  { mode, matches }: Scenario,
  people: readonly Person[],
  before: ReadonlySet<string>,
  client: Bandeja,
  run: Imported,
  counts: Attached,
): Promise<void> {
  const stored = new Map((await Array.fromAsync(client.matches.list())).map((match) => [match.external_ref, match]));
  const own = new Map((await Array.fromAsync(client.players.list())).map((one) => [one.username, one.display_name]));
  if (run.mustStop || (run.mayStop && run.exitCode === 2)) {
    assert.equal(run.exitCode, 2, run.stderr);
    assert.equal(stored.size, 0);
    counts.stopped++;
    return;
  }
  for (const [index, places] of matches.entries()) {
    const four = places.map((place) => people[place]).filter((person) => person !== undefined);
    const match = stored.get(`m${index}`);
    if (mode !== 'shifted players file')
      assert.equal(
        match !== undefined,
        four.every((person) => isAttachable(person, mode)),
        `${run.stdout}${run.stderr}`,
      );
    if (match === undefined) {
      counts.rejected++;
      continue;
    }
    counts.matches++;
    for (const [place, person] of four.entries()) {
      const username: string = match.participants[place]?.username ?? '';
      const given = run.unnamed?.get(person.name);
      if (isOfUsernames(mode)) {
        assert.equal(username, person.username);
        assert.ok(own.has(username) || person.holder === 'public of another');
        const noted = JSON.parse(run.stdout).of_other_partners.some(
          (one: { username: string }) => one.username === username,
        );
        assert.equal(noted, person.holder === 'public of another');
      } else if (given !== undefined) {
        assert.equal(username, given);
        assert.ok(own.has(username));
      } else {
        assert.equal(own.get(username), person.name);
        // A name that none of the club's people has is a new player.
        if (mode !== 'shifted players file') assert.equal(before.has(username), OWN.has(person.holder));
      }
    }
  }
}

/** The model: whether a match of this player is stored. */
function isAttachable({ holder, isNamed }: Person, mode: Scenario['mode']): boolean {
  if (isOfUsernames(mode)) return true;
  if (OWN.has(holder)) return isNamed;
  return mode !== '--names';
}
