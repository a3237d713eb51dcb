/** The session and the venue of a match: from its row, the day, or the person who imports. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Changes, notesIn, opened, textIn } from './club-file.ts';

const HEADER = 'Fecha;Hora;Jugador 1;Jugador 2;Jugador 3;Jugador 4;Resultado';
const PLAYERS = ';ana;eva;rui;tom;6-4 6-3';
const TIMES = ['23/04/2026;21:30', '24/04/2026;00:15', '30/04/2026;20:00'];

/** Reads three rows with the same cells more, or without any. */
async function read(header: string, cells: string, changes: Changes = {}) {
  const rows = TIMES.map((time) => `${time}${PLAYERS}${cells === '' ? '' : `;${cells}`}`);
  const source = await opened([`${HEADER}${header === '' ? '' : `;${header}`}`, ...rows].join('\n'), changes);
  const of = (name: 'session_external_ref' | 'venue_label') => source.rows.map(({ match }) => match[name] ?? null);
  return { sessions: of('session_external_ref'), venues: of('venue_label'), notes: notesIn(source).join('\n') };
}

const byDay = { sessions: { name: null, isByDay: true } };
const named = { sessions: { name: 'Liga de abril', isByDay: false } };
const venue = { venue: 'Club Norte' };

describe('The session of an imported match', () => {
  it('is its day if each day is one; a match after midnight belongs to the night before', async () => {
    assert.deepEqual((await read('', '', byDay)).sessions, ['2026-04-23', '2026-04-23', '2026-04-30']);
  });

  for (const [header, cells, changes, session] of [
    ['Club', 'Club Norte', byDay, 'Club Norte, 2026-04-23'],
    ['Liga', 'Liga A', byDay, 'Liga A, 2026-04-23'],
    ['', '', { ...byDay, ...venue }, 'Club Norte, 2026-04-23'],
    ['', '', named, 'Liga de abril'],
    ['Torneo', 'Copa', named, 'Copa'],
    ['Jornada', '3', named, 'Liga de abril, Jornada 3'],
    ['Jornada', '3', {}, 'Jornada 3, 2026'],
    ['Liga;Jornada', 'Liga A;3', {}, 'Liga A, Jornada 3'],
    ['Torneio;Rodada', 'Copa;Rodada 2', {}, 'Copa, Rodada 2'],
    ['Torneo;Nº jornada', 'Copa;4', {}, 'Copa, Nº jornada 4'],
    ['Torneo;Giornata', 'Coppa;1', {}, 'Coppa, Giornata 1'],
    ['Tournoi;Journée', 'Coupe;5', {}, 'Coupe, Journée 5'],
    ['Torneo;Ronda', 'Copa;Semifinal', {}, 'Copa'],
    ['', '', {}, null],
  ] as const) {
    it(`is “${session}” for ${header} ${cells} and ${JSON.stringify(changes)}`, async () => {
      assert.equal((await read(header, cells, changes)).sessions[0], session);
    });
  }

  it('is reported if it has only a round and the year', async () => {
    const { notes } = await read('Jornada', '3');
    assert.match(notes, /Sessions are named by “Jornada” and the year alone/);
  });

  it('is noted at the row that makes it longer than 31 days', async () => {
    const days = ['23/04/2025', '24/05/2025', '25/05/2025', '26/05/2025'];
    const { rows } = await opened([`${HEADER};Torneo`, ...days.map((day) => `${day};21:30${PLAYERS};Liga`)].join('\n'));
    assert.deepEqual(
      rows.map(({ notes }) => notes.map(textIn).join()),
      ['', '', '“Liga” has matches from 2025-04-23 to 2025-05-25: if these are several, give each its own name', ''],
    );
  });
});

describe('The venue of an imported match', () => {
  for (const [header, cells, expected] of [
    ['', '', 'Club Norte'],
    ['Pista', '3', 'Club Norte, Pista 3'],
    ['Club', 'Club Sur', 'Club Sur'],
  ] as const) {
    it(`is “${expected}” for ${header} ${cells} if the person gives one`, async () => {
      assert.equal((await read(header, cells, venue)).venues[0], expected);
    });
  }
});
