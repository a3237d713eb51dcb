/** The options of `bandeja import`. */
import {
  type Answers,
  columns,
  encodingNamed,
  type Mapping,
  normalise,
  type PlayersKind,
  plainColumns,
} from '@bandeja/importer';
import { wrongUse } from '../exit.ts';
import type { NameOptions } from './names/names-output.ts';

/** A reference has at most 128 characters, so 64 are left for those of the file. */
const REF_PREFIX = /^[^\p{Cc}]{1,64}$/u;
const SLUG = /^[a-z0-9-]{1,64}$/;

/** Options as commander gives them; most are absent by default. */
export interface RawOptions {
  readonly map?: readonly string[];
  readonly dates?: Answers['dates'];
  readonly timezone?: string;
  readonly time?: string;
  readonly scores?: Answers['scores'];
  readonly sheet?: string;
  readonly encoding?: string;
  readonly competition?: string;
  readonly session?: string;
  readonly sessionByDay?: boolean;
  readonly venue?: string;
  readonly refPrefix?: string;
  readonly refsFromContent?: boolean;
  readonly yes?: boolean;
  readonly names?: boolean;
  readonly players?: string;
  readonly playersOut?: string;
  readonly ids?: string;
  readonly register?: boolean;
  readonly public?: boolean;
  readonly roster?: string;
  readonly dryRun?: boolean;
  readonly strict?: boolean;
  readonly replaceVoided?: boolean;
  readonly lang?: string;
  readonly report?: string;
  readonly quiet?: boolean;
  readonly json?: boolean;
}

/** The options of `bandeja import`, checked. */
export interface ImportOptions {
  readonly mapping: Mapping;
  /** How the file is read, where it does not say so itself: what the command line gives. */
  readonly answers: Partial<Answers>;
  /** Name or number of the sheet of a workbook. */
  readonly sheet: string | null;
  /** Of a text file; null: it is recognized. */
  readonly encoding: string | null;
  /** The tag of the language of the texts. */
  readonly language: string;
  /** Send without asking. */
  readonly yes: boolean;
  /** Null if the file has usernames instead of names. */
  readonly names: NameOptions | null;
  /** The kind of external ids that the file has instead of usernames; null for none. */
  readonly ids: string | null;
  readonly register: boolean;
  readonly public: boolean;
  readonly roster: string | null;
  readonly dryRun: boolean;
  /** Rejects rows with warnings. */
  readonly strict: boolean;
  /** Stores rows again whose matches are voided, under new references. */
  readonly replaceVoided: boolean;
  readonly report: string | null;
  readonly quiet: boolean;
  readonly json: boolean;
}

/** The kind of players that the command line names; undefined if it names none. */
export const kindIn = ({ names, ids }: Pick<ImportOptions, 'names' | 'ids'>): PlayersKind | undefined =>
  ids !== null ? { ids } : names !== null ? 'names' : undefined;

/** A players file implies `--names`. */
function nameOptions({
  names = false,
  players = null,
  playersOut = null,
}: {
  readonly names?: boolean | undefined;
  readonly players?: string | null | undefined;
  readonly playersOut?: string | null | undefined;
}): ImportOptions['names'] {
  return names || players !== null || playersOut !== null ? { players, playersOut } : null;
}

function idsOption(
  { ids = null, register = false }: { readonly ids?: string | null; readonly register?: boolean },
  names: ImportOptions['names'],
): ImportOptions['ids'] {
  if (ids !== null && (names !== null || register))
    throw wrongUse('--ids finds players by their ids: it excludes --names, --players, --players-out and --register.');
  return ids;
}

function answersIn(options: RawOptions): ImportOptions['answers'] {
  const { session = null, sessionByDay: isByDay = false } = options;
  const {
    dates,
    timezone,
    time,
    scores,
    venue,
    competition,
    refPrefix: prefix,
    refsFromContent: fromContent,
  } = options;
  const sessions = session === null && !isByDay ? undefined : { name: session, isByDay };
  const given = { dates, timezone, time, scores, venue, competition, prefix, fromContent, sessions };
  return Object.fromEntries(Object.entries(given).filter(([, answer]) => answer !== undefined));
}

/** Our column → the file's column. @throws {CommandFailure} for a pair without `=`, an unknown column, or a column given twice */
function mappingIn(pairs: readonly string[]): Mapping {
  const mapping = new Map<(typeof columns)[number], string>();
  for (const pair of pairs) {
    const [ours = '', theirs = ''] = [
      pair.slice(0, pair.indexOf('=')).trim(),
      pair.slice(pair.indexOf('=') + 1).trim(),
    ];
    if (!pair.includes('=') || theirs === '')
      throw wrongUse(`--map ${pair}: write it as column=header, such as --map external_ref=Id.`);
    const column = columns.find((name) => name === normalise(ours));
    if (column === undefined) {
      const known = [...plainColumns, 'set_1, set_1_a, set_1_b and so on'].join(', ');
      throw wrongUse(`--map ${pair}: “${ours}” is not a column here. The columns are: ${known}.`);
    }
    if (mapping.has(column)) throw wrongUse(`--map gives ${column} twice.`);
    mapping.set(column, theirs);
  }
  return mapping;
}

function encodingIn(text: string | undefined): string | null {
  if (text === undefined) return null;
  const encoding = encodingNamed(text);
  if (encoding !== null) return encoding;
  throw wrongUse(`--encoding ${text}: must be the name of an encoding, such as windows-1251, ibm850 or macintosh.`);
}

/** @throws {CommandFailure} for options that do not fit together */
export function checked(options: RawOptions, terminalLanguage: string): ImportOptions {
  const { roster = null } = options;
  if (!options.register && (options.public || roster !== null)) {
    throw wrongUse('--public and --roster need --register.');
  }
  if (roster !== null && !SLUG.test(roster)) {
    throw wrongUse(`--roster ${roster}: a slug has 1 to 64 characters: a–z, 0–9 and “-”.`);
  }
  if (options.refPrefix !== undefined && !REF_PREFIX.test(options.refPrefix)) {
    throw wrongUse('--ref-prefix: must have 1 to 64 characters and no control characters.');
  }
  const names = nameOptions(options);
  return {
    mapping: mappingIn(options.map ?? []),
    answers: answersIn(options),
    sheet: options.sheet ?? null,
    encoding: encodingIn(options.encoding),
    yes: options.yes ?? false,
    names,
    ids: idsOption(options, names),
    register: options.register ?? false,
    public: options.public ?? false,
    roster,
    dryRun: options.dryRun ?? false,
    strict: options.strict ?? false,
    language: options.lang ?? terminalLanguage,
    replaceVoided: options.replaceVoided ?? false,
    report: options.report ?? null,
    quiet: options.quiet ?? false,
    json: options.json ?? false,
  };
}
