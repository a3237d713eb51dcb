/** Sends the rows of a file, as the command and the console do. */
import { type Api, type Bandeja, BandejaError, NoAnswerError } from '@bandeja/client';
import { withDifferences } from './conflicts.ts';
import { type PlayerReader, withParticipants } from './participants.ts';
import { rejectRepeats } from './references.ts';
import type { RowResult } from './results.ts';
import { withOwnWarnings } from './row-warnings.ts';
import type { FileRow } from './rows.ts';
import type { Source } from './source.ts';
import { withStoredReferences } from './stored-matches.ts';
import type { Submitter } from './submitter.ts';
import { VoidedReferences, withNewReferences, withVoided } from './voided.ts';

interface Sending {
  readonly client: Bandeja;
  readonly source: Pick<Source, 'references' | 'rowName' | 'envelope'>;
  readonly readPlayers: PlayerReader;
  readonly submitter: Submitter;
  /** Stores rows again whose matches are voided, under new references. */
  readonly replaceVoided: boolean;
}

/**
 * @returns the results after each batch, in the order of the file
 * @throws {BandejaError} if a batch is refused as a whole, or gets no response
 */
export async function* sendRows(
  rows: AsyncIterable<FileRow>,
  { client, source, readPlayers, submitter, replaceVoided }: Sending,
): AsyncGenerator<readonly RowResult[]> {
  const named = withParticipants(rows, readPlayers, source.references);
  const voided = new VoidedReferences(client);
  const renewed = replaceVoided ? withNewReferences(named, voided) : named;
  const distinct = rejectRepeats(renewed, source.rowName);
  const checked = withOwnWarnings(distinct, source.rowName);
  const submitted = submitter.submit(withStoredReferences(checked, client));
  yield* withVoided(
    withDifferences(submitted, (id) => matchOf(client, id), source.envelope.session),
    voided,
  );
}

/** Null if the match cannot be read: a key that may submit need not be one that may read. */
async function matchOf(client: Bandeja, id: string): Promise<Api.Match | null> {
  try {
    return await client.matches.get(id);
  } catch (error) {
    if (error instanceof BandejaError || error instanceof NoAnswerError) return null;
    throw error;
  }
}
