/** Goes on with the open import of a file: with its choices, wherever the command line makes none. */
import type { Api } from '@bandeja/client';
import {
  type Decision,
  type Decisions,
  type FoundPlayers,
  fileFault,
  Import,
  keptReading,
  type LoadedFile,
  nameKey,
  unmarked,
} from '@bandeja/importer';
import type { Format } from '@bandeja/messages';
import { type ImportOptions, kindIn } from './import-options.ts';

/**
 * Reads the file with the choices of its open import.
 * @param own the file as the command line reads it; null if it cannot be read that way
 * @throws {ImportFault} for an option that contradicts the import, and for a file that cannot be read
 */
export async function resumed(
  earlier: Api.Import,
  file: LoadedFile,
  own: Import | null,
  options: ImportOptions,
): Promise<{ readonly importing: Import; readonly options: ImportOptions }> {
  const { players } = keptReading(earlier);
  const kind = kindIn(options) ?? players?.kind;
  if (players !== undefined && JSON.stringify(kind) !== JSON.stringify(players.kind))
    throw fileFault('file.open_elsewhere', { id: earlier.id });
  // The command line may have the number of the sheet.
  const sheet = options.sheet === undefined ? null : (own?.file.sheet ?? null);
  const importing = await Import.resume(file, earlier, { ...options, sheet });
  const { profile_is_public, roster_slug: roster, on_voided } = earlier.options;
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

/** That an import goes on, for a person. */
export function goingOnText(earlier: Api.Import, options: ImportOptions, format: Format, timeZone: string): string {
  const locale = format('language.formats');
  const shown = { dateStyle: 'long', timeStyle: 'short', timeZone } as const;
  const date = new Date(earlier.created_at).toLocaleString(locale, shown);
  const going = format('summary.going_on', { id: earlier.id, date, is_check: options.dryRun ? 'yes' : 'other' });
  const { players } = keptReading(earlier);
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
