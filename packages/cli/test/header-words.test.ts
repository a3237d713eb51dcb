import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { planColumns, readMapping } from '../src/import/columns.ts';
import { columnNamed, sideNamed } from '../src/import/header-words.ts';

const named: Readonly<Record<string, readonly string[]>> = {
  date: ['Fecha', 'FECHA', 'Data', 'Date', 'Día', 'Jour', 'Fecha del partido', 'Match date'],
  time: ['Hora', 'Ora', 'Heure', 'Horário', 'Hora de inicio', 'Heure de début', 'Start time'],
  played_at: ['Fecha y hora', 'Data e ora', 'Date et heure', 'Inicio'],
  team_a: ['Pareja 1', 'Dupla 1', 'Coppia A', 'Équipe 1', 'Equipo local', 'Squadra 1', 'Home', '1ª pareja', 'Team A'],
  team_b: ['Pareja 2', 'Visitante', 'Equipo visitante', 'Coppia ospite', 'Équipe B', 'Away'],
  team_a_1: ['Jugador 1', 'Player 1', 'J1', 'Local 1', 'Pareja 1 - Jugador 1', 'Joueur 1 équipe 1', 'Team A player 1'],
  team_a_2: ['Giocatore 2', 'Jogador 2', 'P2', 'Jugador 2 (Pareja 1)'],
  team_b_1: ['Jugador 3', 'Atleta 3', 'Visitante 1', 'Pareja 2 Jugador 1'],
  team_b_2: ['Joueur 4', 'J4', 'Dupla 2 jogador 2'],
  winner: ['Ganador', 'Vencedor', 'Vincitore', 'Vainqueur', 'Winner', 'Pareja ganadora', 'Coppia vincente'],
  set_scores: ['Resultado', 'Risultato', 'Résultat', 'Score', 'Placar', 'Marcador', 'Sets', 'Resultado del partido'],
  set_1: ['Set 1', '1er set', 'Primer set', 'S1', '1º set', 'Manche 1', 'Resultado set 1'],
  set_3: ['Set 3', 'Super tie-break', 'Match tie break'],
  set_2_a: ['Set 2 local', 'Set 2 Pareja 1', 'Juegos set 2 pareja 1', 'S2 A'],
  set_1_b: ['Puntos pareja 2', 'Points B', 'Set 1 visitante', 'Score 2'],
  court: ['Pista', 'Quadra', 'Campo', 'Cancha', 'Court'],
  venue_label: ['Club', 'Sede', 'Lieu'],
  session_external_ref: ['Torneo', 'Torneio', 'Tournoi', 'Nombre del torneo'],
  external_ref: ['Id', 'Nº partido', 'Match ID', 'Código', 'Numero partita'],
  outcome: ['Estado', 'Stato', 'État', 'Status'],
  duration_minutes: ['Duración', 'Durée (minutes)', 'Duration'],
};

describe('The words of headers', () => {
  for (const [column, names] of Object.entries(named)) {
    it(`header words name ${column}`, () =>
      assert.deepEqual(
        names.map(columnNamed),
        names.map(() => column),
      ));
  }

  it('ambiguous or different words are not recognized', () => {
    const others = [
      'Fecha de inscripción',
      'Nº',
      'Tie-break',
      'Sets local',
      'Observaciones',
      'A',
      '1',
      'Jugador 5',
      '',
    ];
    assert.deepEqual(
      others.map(columnNamed),
      others.map(() => null),
    );
  });

  it('header words name the side that won', () => {
    assert.deepEqual(['Pareja 1', 'Local', 'a', '1', 'Casa', 'Équipe A'].map(sideNamed), Array(6).fill('A'));
    assert.deepEqual(['Pareja 2', 'Visitante', 'B', '2', 'Coppia ospite'].map(sideNamed), Array(5).fill('B'));
    assert.deepEqual(['Ana', 'Empate', '', '3', 'Pareja'].map(sideNamed), Array(5).fill(null));
  });
});

describe('A club’s header', () => {
  const plan = (header: string, map: readonly string[] = []) => planColumns(header.split(';'), readMapping(map));
  const placesOf = (header: string) => Object.fromEntries(plan(header).places);

  it('a name may be split over two players, and the score over its sets', () => {
    const places = { date: 0, team_a_1: 1, team_a_2: 2, team_b_1: 3, team_b_2: 4, set_1: 5, set_2: 6, set_3: 7 };
    assert.deepEqual(placesOf('Fecha;Pareja 1;;Pareja 2;;Resultado;;'), places);
    assert.deepEqual(placesOf('Fecha;Pareja 1;Pareja 1;Pareja 2;Pareja 2;Resultado;Resultado;Resultado'), places);
  });

  it('“Local” means the home team if there are visitors, otherwise the venue', () => {
    assert.equal(plan('Fecha;Local;Visitante;Resultado').places.get('team_a'), 1);
    assert.equal(plan('Data;Local;Dupla 1;Dupla 2;Resultado').places.get('venue_label'), 1);
  });

  it('two names for one column cause a question', () => {
    const header = 'Fecha;Día;Pareja 1;Pareja 2;Resultado';
    assert.throws(() => plan(header), /“Fecha” and “Día” both look like date\. Say which it is: --map "date=Fecha"/);
    assert.equal(plan(header, ['date=Día']).places.get('date'), 1);
  });

  it('unused columns are listed', () => {
    assert.deepEqual(plan('Fecha;Pareja 1;Pareja 2;Resultado;Notas').ignored, ['Notas']);
  });
});
