/** Reads club files and sends their rows. Names that are not exported here are private. */

export type { Answers, Question } from './answers.ts';
export { isClock, isTimezone, localTime, readInstant, type Zone } from './cells/clock.ts';
export { type DateOrder, dateOrders } from './cells/dates.ts';
export { isTime } from './cells/played-at.ts';
export { formatScore, readScore, type SetGames } from './cells/score.ts';
export { winnerOf } from './cells/winner.ts';
export { collect, groupBy } from './collections.ts';
export type { Gap } from './columns/header.ts';
export { type Column, columns, type Mapping, normalise, plainColumns, setColumns } from './columns/names.ts';
export { encodingNamed } from './file/code-pages.ts';
export { csvRecords } from './file/csv.ts';
export type { CsvRecord } from './file/record.ts';
export { bytesOf, chunksOf, kindOf, type LoadedFile, loadFile, type SourceFile } from './file/source-file.ts';
export { decodeText, encodings } from './file/text.ts';
export type { FaultGroup, WarningGroup } from './groups.ts';
export { Import } from './import.ts';
export {
  type Fault,
  fileFault,
  ImportFault,
  type Message,
  type Note,
  type RowName,
  textOf,
  type Warning,
} from './message.ts';
export { type Decision, type Decisions, followed, offered, settledBy, stillOffered } from './names/decisions.ts';
export type { FoundPlayers, KeptPlayers } from './names/find-players.ts';
export { loadLettersOf } from './names/latin.ts';
export { madeUsername } from './names/made-usernames.ts';
export { decideMarked, type MarkedNames, markChoices, markedNames } from './names/marked-names.ts';
export { capitalized, nameKey, unmarked } from './names/name-forms.ts';
export { type Names, unclearFault } from './names/names.ts';
export { namesOf as pastedNames, type PastedName } from './names/pasted-names.ts';
export type { Candidate, Doubt, SettledName } from './names/people.ts';
export type { OtherPlayers, PlayersKind } from './names/players.ts';
export {
  cellOf,
  type PlayersColumn,
  type PlayersTable,
  playersColumns,
  readPlayersTable,
} from './names/players-table.ts';
export { registrationsIn } from './names/registrations.ts';
export type { Clash } from './names/stored-players.ts';
export { type DoubtfulLine, doubtfulLines, type PeopleSummary, summaryOf } from './names/summary.ts';
export type { FileColumn } from './reading.ts';
export type { Row } from './rows.ts';
export { openImportOf } from './send/open-import.ts';
export type { Reason } from './send/outcome.ts';
export { readAll } from './send/reads.ts';
export { type MatchContent, madeReference, shownReference } from './send/references.ts';
export { groupedRows, type Report, type RowGroup, type RowResult } from './send/report.ts';
export { REPORT_HEADER, reasonText, reportLines, valueText } from './send/report-csv.ts';
export { type NamedByReport, readReport } from './send/reports.ts';
export { scoreWarnings } from './send/score-warnings.ts';
export type { SendEvent, SendOptions, SentRow } from './send/send.ts';
export { keptReading } from './send/stored-reading.ts';
export { storedResults } from './send/stored-rows.ts';
