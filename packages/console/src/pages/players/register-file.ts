/** Checks the players of a file, and registers them. */
import type { Api } from '@bandeja/client';
import { collect, readPlayersTable, registrationsIn } from '@bandeja/importer';
import { bandeja } from '../../api.ts';
import { texts } from '../../language.ts';
import { Refusal } from '../../problems.ts';
import { sourceOf } from '../import/local-file.ts';
import { fileFaultText } from '../import/messages.ts';

interface Options {
  readonly isPublic: boolean;
  /** The roster that they join. */
  readonly roster: string | null;
}

interface Refused {
  /** The place in the file, from 0. */
  readonly index: number;
  readonly username: string;
  readonly reason: string;
}

/** A player of the file. */
interface Entry {
  /** The place in the file, from 0. */
  readonly index: number;
  readonly player: Api.Registration;
}

/** What registering the players of a file would do. */
export interface CheckedFile {
  readonly options: Options;
  readonly fresh: readonly Entry[];
  /** Registered already, by this club or as players on one of its rosters. */
  readonly known: readonly Entry[];
  /** Public players that other clubs registered: perhaps other people. */
  readonly others: readonly { readonly username: string; readonly name: string; readonly entry: Entry }[];
  readonly refused: readonly Refused[];
}

export interface Registered {
  readonly created: number;
  readonly refused: readonly Refused[];
}

const reasons = texts('console.players.register_reasons');

/** In the words of the page where it has some, else in those of the service. */
function reasonOf({ detail, errors: [fault] }: Api.EntryError): string {
  const [, field = ''] = (fault?.pointer ?? '').split('/');
  const known = [fault?.code ?? '', field].find((key) => reasons.has(key));
  return known === undefined ? (fault?.detail ?? detail) : reasons(known);
}

const refusedOf = ({ index, username, error }: Api.PlayerBatchResult): Refused[] =>
  error === null ? [] : [{ index, username: username ?? '', reason: reasonOf(error) }];

/** Stores nothing. @throws {Refusal} for a file that cannot be read */
export async function checkFile(file: File, options: Options): Promise<CheckedFile> {
  const entries = await readEntries(file);
  // Without the roster, which every player would then be on.
  const common = { profile_is_public: options.isPublic };
  const results = await collect(bandeja().players.registerAll(entries, { common, dryRun: true }));
  const found = results.map((result) => ({
    result,
    entry: { index: result.index, player: entries[result.index] ?? { username: '' } },
  }));
  const existing = found.filter(({ result }) => result.status === 'existing');
  const isOther = ({ result }: (typeof found)[number]): boolean =>
    result.registered_by_you === false && result.player?.rosters.length === 0;
  return {
    options,
    fresh: found.flatMap(({ result, entry }) => (result.status === 'created' ? [entry] : [])),
    known: existing.flatMap((one) => (isOther(one) ? [] : [one.entry])),
    others: existing.filter(isOther).map(({ result, entry }) => {
      return { username: entry.player.username, name: result.player?.display_name ?? '', entry };
    }),
    refused: results.flatMap(refusedOf),
  };
}

async function readEntries(file: File): Promise<readonly Api.Registration[]> {
  try {
    return await registrationsIn(bandeja(), await readPlayersTable(sourceOf(file)), file.name);
  } catch (error) {
    const text = fileFaultText(error);
    throw text === null ? error : new Refusal(text);
  }
}

/** @param areMeant whether the players of other clubs are these people; otherwise they are left out */
export async function registerChecked(
  { options: { isPublic, roster }, fresh, known, others, refused }: CheckedFile,
  areMeant: boolean,
): Promise<Registered> {
  const meant = areMeant ? others.map(({ entry }) => entry) : [];
  const sent = [...fresh, ...known, ...meant];
  const common = { profile_is_public: isPublic, roster_slug: roster };
  const players = sent.map(({ player }) => player);
  const results = await collect(bandeja().players.registerAll(players, { common }));
  const ofFile = results.map((result) => ({ ...result, index: sent[result.index]?.index ?? result.index }));
  return {
    created: results.filter(({ status }) => status === 'created').length,
    refused: [...refused, ...ofFile.flatMap(refusedOf)].toSorted((one, other) => one.index - other.index),
  };
}
