/** Sends the rows of a file, as the command and the console do. */
import type { Bandeja } from '@bandeja/client';
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
  readonly source: Pick<Source, 'references' | 'rowName'>;
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
  yield* withVoided(submitter.submit(withStoredReferences(checked, client)), voided);
}
