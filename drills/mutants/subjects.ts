/** The code that is mutated, and the tests that must notice. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConditionTests } from './conditions.ts';

/** Code with its tests. */
export interface Part {
  /** Files, or ranges of files, as Stryker's `mutate` takes them. */
  readonly mutate: readonly string[];
  /** Each list runs in a process, if those before it pass. The first ones start fast and kill most mutants. */
  readonly tests: readonly (readonly string[])[];
}

export interface Subject {
  /** Per cent of the mutants. */
  readonly killedMin: number;
  readonly parts: (folder: string) => readonly Part[];
  /** The tests for the mutants of SQL. */
  readonly conditionTests?: ConditionTests;
}

const listOf = (folder: string, names: string, ending: string): string[] =>
  names
    .trim()
    .split(/\s+/)
    .map((name) => `${folder}/${name}${ending}`);
const sources = (names: string): string[] => listOf('packages/service/src', names, '.ts');
const serviceTests = (names: string): string[] => listOf('packages/service/test', names, '.test.ts');
const ratingTests = (names: string): string[] => listOf('packages/rating/test', names, '.test.ts');

export const subjects = {
  rating: {
    killedMin: 85,
    parts: (folder) => [
      {
        mutate: globSync('packages/rating/src/*.ts', { cwd: folder }).sort(),
        tests: [
          ratingTests(`
            golden-cases score scoreline scale exp weight expected-share steepness players golden-stream laws explanation extremes
            replay`),
        ],
      },
    ],
  },
  rights: {
    killedMin: 100,
    parts: (folder) => [
      {
        mutate: [
          'packages/contract/src/account-enums.ts',
          ...sources(`
            http/admission/admission http/admission/authentication http/admission/cookie http/admission/own-page
            http/admission/request-context http/admission/rights`),
        ],
        tests: [
          serviceTests(
            'http/admission/callers http/admission/own-page http/admission/credentials http/admission/cookie',
          ),
          serviceTests('http/language http/openapi'),
          serviceTests('http/contract-rights people/credentials http/precedence'),
        ],
      },
      {
        mutate: sources('keys/keyring people/authenticate links/authenticate'),
        tests: [serviceTests('keys/found-callers'), serviceTests('keys/keyring')],
      },
      {
        mutate: declaredAccess(folder),
        tests: [serviceTests('http/openapi'), serviceTests('http/contract-rights people/sign-ins people/credentials')],
      },
    ],
  },
  visibility: {
    killedMin: 85,
    parts: (folder) => [
      { mutate: sources('links/names'), tests: [serviceTests('links/names links/links links/recap')] },
      {
        mutate: sources('players/view'),
        tests: [serviceTests('players/read starting-levels/starting-levels rosters/leaderboard')],
      },
      {
        mutate: sources('players/share rosters/redeem-share'),
        tests: [serviceTests('players/share rosters/redeem rosters/races')],
      },
      {
        mutate: [
          ...functionsIn(folder, 'history/match-view', ['shownName', 'ratingChangeOf', 'participantView']),
          ...functionsIn(folder, 'events/render', ['participantName', 'ratingData', 'playerData']),
        ],
        tests: [
          serviceTests('matches/read matches/turned-private events/events-http'),
          serviceTests('events/events matches/submit'),
        ],
      },
    ],
    conditionTests: {
      byFolder: {
        audit: serviceTests('audit/audit'),
        erasures: serviceTests('erasures/erase erasures/erase-http'),
        events: serviceTests('events/events-http events/events'),
        exports: serviceTests('exports/export'),
        imports: serviceTests('imports/players imports/rows'),
        matches: serviceTests('matches/eligibility matches/read matches/turned-private matches/list-history'),
        merges: serviceTests('merges/merges'),
        plans: serviceTests('plans/privacy plans/gone'),
        played: serviceTests('players/hidden-ratings card/card analysis/analysis'),
        players: serviceTests(`
          players/read players/share players/turning-private players/update players/list players/search players/external-ids`),
        rosters: serviceTests('rosters/members rosters/redeem rosters/leaderboard rosters/races'),
        'starting-levels': serviceTests('starting-levels/starting-levels'),
      },
      ofAll: serviceTests('players/visibility-http http/contract-player-ids http/contract-absent'),
    },
  },
} as const satisfies Record<string, Subject>;

export type SubjectName = keyof typeof subjects;

const declaration = /\baccess: (\{[^}]*\})|(?<== )\{ kind: '\w+'[^}]*\}(?= as const)|\bgivesCookie: true/g;

/** The ranges in which routes declare their access. */
function declaredAccess(folder: string): string[] {
  const files = globSync('packages/service/src/**/*routes.ts', { cwd: folder }).sort();
  return files.flatMap((file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    return [...text.matchAll(declaration)].map(
      ({ 0: found, index }) => `${file}:${placeOf(text, index)}-${placeOf(text, index + found.length)}`,
    );
  });
}

/** The ranges of functions. */
function functionsIn(folder: string, name: string, functions: readonly string[]): string[] {
  const [file = ''] = sources(name);
  const text = readFileSync(join(folder, file), 'utf8');
  return functions.map((one) => {
    const from = text.search(new RegExp(`^(export )?function ${one}\\b`, 'm'));
    if (from === -1) throw new Error(`${file} has no function ${one}.`);
    return `${file}:${placeOf(text, from)}-${placeOf(text, text.indexOf('\n}', from) + 2)}`;
  });
}

/** Line, from 1, and column, from 0. */
function placeOf(text: string, index: number): string {
  const lines = text.slice(0, index).split('\n');
  return `${lines.length}:${lines.at(-1)?.length}`;
}
