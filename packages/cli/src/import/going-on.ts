/** Goes on with the open import of a file: with its choices, wherever the command line makes none. */
import type { Api } from '@bandeja/client';
import {
  type Answers,
  type Decision,
  type Decisions,
  type FoundPlayers,
  Import,
  ImportFault,
  keptReading,
  type LoadedFile,
  nameKey,
  type PlayersKind,
  unmarked,
} from '@bandeja/importer';
import type { Format } from '@bandeja/messages';
import type { ValuesOf } from '@bandeja/messages/message';
import { wrongUse } from '../exit.ts';
import { quoted } from './conflict-advice.ts';
import { type ImportOptions, kindIn } from './import-options.ts';

/**
 * Reads the file with the choices of its open import.
 * @param own the file as the command line reads it; null if it cannot be read that way
 * @throws {CommandFailure} for an option that contradicts the import. @throws {ImportFault} for a file that cannot be read
 */
export async function resumed(
  earlier: Api.Import,
  file: LoadedFile,
  own: Import | null,
  options: ImportOptions,
  format: Format,
): Promise<{ readonly importing: Import; readonly options: ImportOptions }> {
  const { players } = keptReading(earlier);
  const refuse = (given: string, kept: string): never => {
    const begun = { with: kept === '' ? 'other' : 'yes', choice: kept } as const;
    throw wrongUse(format('summary.contradicts_import', { option: given, id: earlier.id, ...begun }));
  };
  for (const [given, kept] of choicesAboutRows(options, earlier))
    if (given !== '' && given !== kept) refuse(given, kept);
  // The command line may have the number of the sheet.
  const sheet = options.sheet === undefined ? null : (own?.file.sheet ?? null);
  const importing = await Import.resume(file, earlier, { ...options, sheet }).catch((error: unknown) => {
    if (error instanceof ImportFault && error.fault.code === 'file.open_otherwise') {
      const [given, kept] = choicesAboutFile(error.fault.values.answer, { ...options, sheet }, earlier);
      if (given !== '') refuse(given, kept);
    }
    throw error;
  });
  const { profile_is_public, roster_slug: roster, on_voided } = earlier.options;
  const kind = kindIn(options) ?? players?.kind;
  const chosen: ImportOptions = {
    ...options,
    ...(kind === 'names' && { names: true }),
    ...(typeof kind === 'object' && { ids: kind.ids }),
    register: options.register ?? players?.registers ?? false,
    public: options.public ?? profile_is_public,
    ...(options.roster === undefined && roster !== null && { roster }),
    replaceVoided: options.replaceVoided ?? on_voided === 'replace',
  };
  return { importing, options: chosen };
}

/** The same choice as the command line and as the import makes it, as options; empty for one that is not made. */
type Choice = readonly [given: string, kept: string];

const asOption = (option: string, value: string | boolean | null | undefined): string => {
  if (typeof value !== 'string') return value ? option : '';
  return value === '' ? '' : `${option} ${quoted(value)}`;
};

const kindOption = (kind: PlayersKind | undefined): string =>
  typeof kind === 'object' ? asOption('--ids', kind.ids) : asOption('--names', kind === 'names');

/** The choices about players and stored rows. */
function choicesAboutRows(options: ImportOptions, earlier: Api.Import): readonly Choice[] {
  const { profile_is_public, roster_slug, on_voided, on_warning } = earlier.options;
  const { players } = keptReading(earlier);
  const choice = (option: string, given: string | boolean | undefined, kept: string | boolean | null): Choice => [
    asOption(option, given),
    asOption(option, kept),
  ];
  return [
    ...(players === undefined ? [] : [[kindOption(kindIn(options)), kindOption(players.kind)] as const]),
    choice('--public', options.public, profile_is_public),
    choice('--roster', options.roster, roster_slug),
    choice('--replace-voided', options.replaceVoided, on_voided === 'replace'),
    choice('--strict', options.strict, on_warning === 'hold'),
  ];
}

type AnswerName = ValuesOf<'file.open_otherwise'>['answer'];

/** The choice of an answer about the file. */
function choicesAboutFile(
  name: AnswerName,
  given: Omit<ImportOptions, 'sheet'> & SheetName,
  earlier: Api.Import,
): Choice {
  const { answers = {}, mapping = {}, sheet = null, encoding = null } = keptReading(earlier);
  if (name === 'columns') {
    const other = [...given.mapping].filter(([column, header]) => mapping[column] !== header);
    const kept = other.flatMap(([column]) => (mapping[column] === undefined ? [] : [[column, mapping[column]]]));
    const asMap = (pairs: readonly (readonly string[])[]): string =>
      pairs.map((pair) => asOption('--map', pair.join('='))).join(' ');
    return [asMap(other), asMap(kept)];
  }
  const both = [
    { ...given, encoding: given.encoding ?? null },
    { answers, sheet, encoding },
  ] as const;
  const [ours, theirs] = both.map((one) => answerOption(name, one));
  return [ours ?? '', theirs ?? ''];
}

interface SheetName {
  readonly sheet: string | null;
}

function answerOption(
  name: AnswerName,
  { answers, sheet, encoding }: SheetName & { readonly answers: Partial<Answers>; readonly encoding: string | null },
): string {
  switch (name) {
    case 'dates':
    case 'timezone':
    case 'time':
    case 'scores':
    case 'venue':
    case 'competition':
      return asOption(`--${name}`, answers[name]);
    case 'sessions':
      return asOption('--session', answers.sessions?.name) || asOption('--session-by-day', answers.sessions?.isByDay);
    case 'references':
      return asOption('--refs-from-content', answers.fromContent) || asOption('--ref-prefix', answers.prefix);
    case 'sheet':
      return asOption('--sheet', sheet);
    case 'encoding':
      return asOption('--encoding', encoding);
    default:
      return '';
  }
}

/** That an import goes on, for a person. */
export function goingOnText(earlier: Api.Import, options: ImportOptions, format: Format, timeZone: string): string {
  const locale = format('language.formats');
  const shown = { dateStyle: 'long', timeStyle: 'short', timeZone } as const;
  const date = new Date(earlier.created_at).toLocaleString(locale, shown);
  const { answers, players } = keptReading(earlier);
  const facts = { is_check: options.dryRun ? 'yes' : 'other', has_choices: answers ? 'yes' : 'other' } as const;
  const going = format('summary.going_on', { id: earlier.id, date, ...facts });
  const isLost = players?.kind === 'names' && players.decisions === undefined && options.players === undefined;
  return isLost ? `${going} ${format('summary.decisions_lost')}` : going;
}

/** What a players file has settled, for a client that goes on without it. */
export function decisionsOf({ names }: FoundPlayers, before: Decisions): Decisions {
  if (names === null) return before;
  const settled = names.people.all.flatMap(({ name, meaning }): [string, Decision][] => {
    if (meaning.kind !== 'settled') return [];
    const { username = meaning.username, displayName = null, isNew = false } = names.settled.get(name.key) ?? {};
    const isNamed = displayName !== null && nameKey(displayName) !== nameKey(unmarked(name.name));
    return [[name.name, isNew && !isNamed ? { kind: 'new', username } : { kind: 'player', username, displayName }]];
  });
  return { ...before, ...Object.fromEntries(settled) };
}
