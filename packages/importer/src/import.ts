/** Everything that the command and the console use of the importer, in one line: open, answer, players, check, send, report. */
import type { Api, Bandeja } from '@bandeja/client';
import type { Answers } from './answers.ts';
import { type Column, type Mapping, normalise } from './columns/names.ts';
import type { SourceFile } from './file/source-file.ts';
import { fileFault } from './message.ts';
import { type FindOptions, type FoundPlayers, findPlayers, type KeptPlayers } from './names/find-players.ts';
import { type OpenOptions, Reading, readFile } from './reading.ts';
import { reasonOf } from './send/outcome.ts';
import { prepareRows } from './send/prepare.ts';
import { groupedByReason, Report, type RowResult } from './send/report.ts';
import { checkRows, type SendEvent, type SendOptions, sendRows } from './send/send.ts';
import { differingAnswer, keptReading } from './send/stored-reading.ts';

/** The answers, with others in place of those that were not given. */
const filled = (answers: Answers, others: Partial<Answers> = {}): Partial<Answers> =>
  Object.fromEntries([
    ...Object.entries(others),
    ...Object.entries(answers).filter(([name, answer]) => !(name in others) || (answer !== null && answer !== '')),
  ]);

/** A file of results on its way to the service. */
export class Import extends Reading {
  /** Reads the file once. @throws {ImportFault} for a file that is not a table, is too large, or has no such sheet */
  static async open(file: SourceFile, options: OpenOptions = {}): Promise<Import> {
    return new Import(await readFile(file, options), options);
  }

  /**
   * Goes on with an open import of the service, with the answers that are stored with it.
   * @param given the answers that apply where none is stored
   * @throws {ImportFault} for one that contradicts a stored answer
   */
  static async resume(
    file: SourceFile,
    stored: Pick<Api.Import, 'id' | 'reading'>,
    given: OpenOptions = {},
  ): Promise<Import> {
    const kept = keptReading(stored);
    if (kept.answers === undefined) return await Import.open(file, given);
    const { answers, mapping = {}, sheet = null, encoding = null } = kept;
    const asked = { sheet: given.sheet ?? sheet, encoding: given.encoding ?? encoding, mapping };
    const answer = differingAnswer(stored, { ...asked, answers: { ...answers, ...given.answers } });
    if (answer !== null) throw fileFault('file.open_otherwise', { id: stored.id, answer });
    const columns = new Map(Object.entries(mapping)) as Mapping;
    const own = await Import.open(file, {
      ...{ sheet, encoding, mapping: columns },
      answers: filled(answers, given.answers),
    });
    const { plan } = own;
    // The plan may lack a mapped column: matches of a list have no plan, and one header has one column.
    const isOther = ([column, name]: [Column, string]): boolean =>
      normalise(mapping[column] ?? plan?.names[plan.places.get(column) ?? -1] ?? '') !== normalise(name);
    if ([...(given.mapping ?? [])].some(isOther))
      throw fileFault('file.open_otherwise', { id: stored.id, answer: 'columns' });
    return own;
  }

  /** Finds the players that the file means. Nothing is stored. @throws {ImportFault} while a question is open */
  async players(client: Bandeja, options: FindOptions): Promise<FoundPlayers> {
    return await findPlayers(client, this, options);
  }

  /** The rows that can be sent, and why the others cannot. */
  sort({ players }: FoundPlayers) {
    const rows = prepareRows(this, players);
    const rejected = rows.filter(({ match }) => match === null);
    const results = rejected.map(
      ({ row: { line, externalRef }, faults }): RowResult => ({
        ...{ line, externalRef, status: 'rejected', matchId: null, reasons: faults.map(reasonOf) },
        ...{ cautions: [], notes: [], differences: [], isHeld: false },
      }),
    );
    return { ready: rows.length - rejected.length, rejected: rejected.length, reasons: groupedByReason(results) };
  }

  /** Tries every row. Nothing is stored. */
  check(client: Bandeja, { players }: FoundPlayers, options: SendOptions): AsyncGenerator<SendEvent> {
    return checkRows(client, this, players, options);
  }

  /** Opens or finds the service's import, sends what has no state there, and closes it. @throws {ImportFault} for one with other answers */
  send(client: Bandeja, { players }: FoundPlayers, options: SendOptions, kept: KeptPlayers): AsyncGenerator<SendEvent> {
    const { file, answers, mapping } = this;
    const stored = {
      answers,
      mapping: Object.fromEntries(mapping),
      sheet: file.sheet,
      encoding: file.encoding,
      players: kept,
    };
    return sendRows(client, this, players, options, stored);
  }

  /** An empty report, to which the events of a check or of sending are added. */
  report(): Report {
    return new Report(this);
  }
}
