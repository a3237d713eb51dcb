/** The options of `bandeja import`. */
import {
  type Answers,
  type Column,
  columns,
  encodingNamed,
  type Mapping,
  normalise,
  type PlayersKind,
  plainColumns,
} from '@bandeja/importer';
import { wrongUse } from '../exit.ts';

/** A reference has at most 128 characters, so 64 are left for those of the file. */
const REF_PREFIX = /^[^\p{Cc}]{1,64}$/u;
const SLUG = /^[a-z0-9-]{1,64}$/;

/** Options as commander gives them; most are absent by default. */
export interface GivenOptions {
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

/** The same, checked. */
export interface ImportOptions extends GivenOptions {
  readonly mapping: Mapping;
  /** How the file is read, where it does not say so itself. */
  readonly answers: Partial<Answers>;
}

/** A players file implies `--names`. */
const isOfNames = ({ names, players, playersOut }: GivenOptions): boolean =>
  names === true || players !== undefined || playersOut !== undefined;

/** The kind of players that the command line names; undefined if it names none. */
export function kindIn(options: GivenOptions): PlayersKind | undefined {
  if (options.ids !== undefined) return { ids: options.ids };
  return isOfNames(options) ? 'names' : undefined;
}

function answersIn(options: GivenOptions): Partial<Answers> {
  const { session = null, sessionByDay: isByDay = false, dates, timezone, time, scores, venue, competition } = options;
  const sessions = session === null && !isByDay ? undefined : { name: session, isByDay };
  const references = { prefix: options.refPrefix, fromContent: options.refsFromContent };
  const given = { dates, timezone, time, scores, venue, competition, sessions, ...references };
  return Object.fromEntries(Object.entries(given).filter(([, answer]) => answer !== undefined));
}

/** Our column → the file's column. @throws {CommandFailure} for a pair without `=`, an unknown column, or a column given twice */
function mappingIn(pairs: readonly string[]): Mapping {
  const mapping = new Map<Column, string>();
  for (const pair of pairs) {
    const [, ours = '', theirs = ''] = /^([^=]*)=(.*)$/s.exec(pair)?.map((text) => text.trim()) ?? [];
    if (theirs === '') throw wrongUse(`--map ${pair}: write it as column=header, such as --map external_ref=Id.`);
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

function encodingIn(text: string): string {
  const encoding = encodingNamed(text);
  if (encoding !== null) return encoding;
  throw wrongUse(`--encoding ${text}: must be the name of an encoding, such as windows-1251, ibm850 or macintosh.`);
}

/** @throws {CommandFailure} for options that do not fit together */
export function checked(options: GivenOptions): ImportOptions {
  const { roster, encoding, refPrefix, ids, register } = options;
  if (!register && (options.public || roster !== undefined)) throw wrongUse('--public and --roster need --register.');
  if (roster !== undefined && !SLUG.test(roster))
    throw wrongUse(`--roster ${roster}: a slug has 1 to 64 characters: a–z, 0–9 and “-”.`);
  if (refPrefix !== undefined && !REF_PREFIX.test(refPrefix))
    throw wrongUse('--ref-prefix: must have 1 to 64 characters and no control characters.');
  if (ids !== undefined && (register || isOfNames(options)))
    throw wrongUse('--ids finds players by their ids: it excludes --names, --players, --players-out and --register.');
  const known = encoding === undefined ? {} : { encoding: encodingIn(encoding) };
  return { ...options, ...known, mapping: mappingIn(options.map ?? []), answers: answersIn(options) };
}
