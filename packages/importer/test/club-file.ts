/** A file of a club as its rows are read, for tests. */
import { loadMessages } from '@bandeja/messages';
import type { Answers } from '../src/answers.ts';
import type { SourceFile } from '../src/file/source-file.ts';
import { groupOfFault } from '../src/groups.ts';
import { Import } from '../src/import.ts';
import { type Message, textOf } from '../src/message.ts';
import type { OpenOptions } from '../src/reading.ts';
import type { Row } from '../src/rows.ts';
import { reasonOf } from '../src/send/outcome.ts';
import { reasonText } from '../src/send/report-csv.ts';

const english = loadMessages('en');
export const textIn = (message: Pick<Message, 'code' | 'values'>): string => textOf(english, message);
export const faultsIn = ({ faults }: Row): string =>
  faults.map((fault) => reasonText(english, reasonOf(fault))).join('; ');
export const notesIn = ({ notes }: Import): readonly string[] => notes.map(textIn);

export type Changes = Partial<Answers> & Pick<OpenOptions, 'sheet' | 'encoding' | 'mapping'>;

export function sourceOf(name: string, content: string | Uint8Array): SourceFile {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return {
    name,
    async *chunks() {
      yield bytes;
    },
  };
}

export async function openedFile(
  name: string,
  content: string | Uint8Array,
  { sheet, encoding, mapping, ...answers }: Changes = {},
): Promise<Import> {
  return await Import.open(sourceOf(name, content), {
    ...(sheet === undefined ? {} : { sheet }),
    ...(encoding === undefined ? {} : { encoding }),
    ...(mapping === undefined ? {} : { mapping }),
    answers: { dates: 'dmy', timezone: 'Europe/Madrid', time: '', ...answers },
  });
}

export const opened = (content: string | Uint8Array, changes: Changes = {}): Promise<Import> =>
  openedFile('club.csv', content, changes);

/** A row in words, winners first, or the groups of its faults. */
export function rowText({ players, match, faults, participants }: Row): string {
  if (participants !== null) return JSON.stringify({ ...match, participants: participants.sent });
  if (faults.length > 0) return faults.map(groupOfFault).join(' ');
  const { winning_team: winner, set_scores: sets, outcome } = match;
  const teams = [players.slice(0, 2), players.slice(2)].map((names) => names.join(' and '));
  const [first, second] = winner === 'B' ? teams.toReversed() : teams;
  const score = (sets ?? []).map(({ team_a_games: a, team_b_games: b }) =>
    winner === 'B' ? `${b}-${a}` : `${a}-${b}`,
  );
  const end = outcome == null || outcome === 'played' ? '' : ` (${outcome})`;
  return [first, winner == null ? 'drew with' : 'beat', second, ...score].join(' ') + end;
}

export const HEADER = 'Fecha;Hora;Pareja 1;Pareja 2;Resultado;Ganador;Estado';
export const PLAYERS = 'Ana Ruiz / Marta Gil;Eva Sol - Rui Paz';
