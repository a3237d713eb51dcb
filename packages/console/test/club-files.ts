/** Three files as clubs have them, and a long one. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { workbook } from '@bandeja/importer/test/messy/workbook';
import type { OpenConsole } from './browser.ts';

/** Headers in Spanish, a player in each cell, a doubtful name, an impossible score and an unfinished set. */
export const SPANISH = `Club Norte;;;;;;
Fecha;Hora;Pareja 1 Jugador A;Pareja 1 Jugador B;Pareja 2 Jugador A;Pareja 2 Jugador B;Resultado
13/06/2025;19:30;Nuria Vidal;Íñigo Peña;Clara Sanz León;Teo Marín;6/4 6/3
20/06/2025;19:30;Nuria V.;Íñigo Peña;Clara Sanz León;Teo Marín;4/6 3/6
27/06/2025;19:30;Clara Sanz León;Íñigo Peña;Teo Marín;Vera Luz;66/4 6/3
27/06/2025;21:00;Clara Sanz León;Íñigo Peña;Teo Marín;Vera Luz;6/4 6/5
`;

/** A workbook with real dates, whose results are on its second sheet. */
export const WORKBOOK = workbook({
  Portada: [['Liga de mayo']],
  Resultados: [
    ['Fecha', 'Hora', 'Pista', 'Pareja 1', 'Pareja 2', 'Resultado'],
    [{ day: '2025-05-03' }, '21:30', '3', 'Ana Ruiz / Marta Gil', 'Eva Sol / Rui Paz', '6-4 6-3'],
    [{ day: '2025-05-10' }, '21:30', '1', 'Ana Ruiz / Eva Sol', 'Marta Gil / Rui Paz', '3-6 6-4 10-7'],
  ],
});

/** The winner is in the column that looks like the score. */
export const MISLEADING = `Fecha,Hora,Pareja 1,Pareja 2,Resultado,Marcador
03/04/2025,19:30,Leo Rey / Max Gil,Tom Sol / Uma Paz,Pareja 1,6-4 6-3
04/04/2025,19:30,Leo Rey / Tom Sol,Max Gil / Uma Paz,Pareja 2,3-6 4-6
`;

/** A list of a match in May 2023 that has usernames, and a display name for the first of them. */
export function listOf(usernames: readonly string[], displayName: string): string {
  const [a1, a2, b1, b2] = usernames;
  const match = { external_ref: a1, played_at: '2023-05-06T19:00:00Z', a1, a2, b1, b2, set_scores: '6-4 6-3' };
  return JSON.stringify({ players: [{ username: a1, display_name: displayName }], matches: [match] });
}

/** A short name, and an unfinished set. */
export const UNFINISHED = `Fecha,Hora,Pareja 1,Pareja 2,Resultado
13/07/2021,19:30,Olga Ruano / Pía Saz,Quim Toro / Rosa Uña,6-4 6-3
14/07/2021,19:30,Olga R. / Pía Saz,Quim Toro / Rosa Uña,6-4 6-3
15/07/2021,19:30,Olga Ruano / Pía Saz,Quim Toro / Rosa Uña,6-4 6-5
`;

/** A date without a time. */
export const TIMELESS = `Fecha,Pareja 1,Pareja 2,Resultado
13/08/2021,Isa Gil / Jon Ríos,Kai Mas / Lea Pi,6-4 6-3
`;

const PLAYERS = [
  'Alba Costa',
  'Bruno Dias',
  'Carla Mora',
  'Dario Nieto',
  'Elsa Prado',
  'Fabio Quiroga',
  'Gema Rubio',
  'Hugo Salas',
] as const;

/** Matches with references, each at its own time. */
export function longFile(rows: number): string {
  const lines = Array.from({ length: rows }, (_, row) => {
    const players = [0, 1, 2, 3].map((place) => PLAYERS[(row + place) % PLAYERS.length]);
    const at = new Date(Date.UTC(2024, 0, 1, 18, row * 90)).toISOString();
    return `L${row},${at},${players.join(',')},6-4 6-3`;
  });
  return `Id,Fecha y hora,Jugador 1,Jugador 2,Jugador 3,Jugador 4,Resultado\n${lines.join('\n')}\n`;
}

/** Files on the disk, chosen on the import page. */
export function useFiles(opened: () => OpenConsole) {
  const folder = mkdtempSync(join(tmpdir(), 'bandeja-import-'));
  after(() => rmSync(folder, { recursive: true }));
  const pathOf = (name: string): string => join(folder, name);
  async function chooseAgain(name: string): Promise<void> {
    await opened().open('/import');
    await opened().tab.locator('input[type=file]').setInputFiles(pathOf(name));
  }
  async function choose(name: string, content: string | Uint8Array): Promise<void> {
    writeFileSync(pathOf(name), content);
    await chooseAgain(name);
  }
  return { choose, chooseAgain, pathOf };
}
