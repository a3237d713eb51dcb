import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { faultOfColumns, guessMeanings, planOf } from '../src/columns/header.ts';
import { columnNamed, sideNamed } from '../src/columns/header-words.ts';
import type { Column, Mapping } from '../src/columns/names.ts';

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
  set_1_b: ['Set 1 visitante', 'Set 1 pareja 2'],
  games_b: ['Puntos pareja 2', 'Points B', 'Juegos 2', 'Games visitante', 'Score 2'],
  court: ['Pista', 'Quadra', 'Campo', 'Cancha', 'Court'],
  venue_label: ['Club', 'Sede', 'Lieu'],
  session_external_ref: ['Torneo', 'Torneio', 'Tournoi', 'Nombre del torneo'],
  external_ref: [
    'Id',
    'Nº partido',
    'Match no',
    'Match no.',
    'Match number',
    'Match #',
    'Match Nr',
    'Game no',
    'Match ID',
    'Código',
    'Numero partita',
  ],
  outcome: ['Estado', 'Stato', 'État', 'Status'],
  duration_minutes: ['Duración', 'Durée (minutes)', 'Duration'],
};

/** Headers of the four players in one file, each in the order of its participants. */
const fourPlayers: readonly string[] = [
  'Pareja 1 Jugador A; Pareja 1 Jugador B; Pareja 2 Jugador A; Pareja 2 Jugador B',
  'Jugador A Pareja 1; Jugador B Pareja 1; Jugador A Pareja 2; Jugador B Pareja 2',
  'Pareja A Jugador 1; Pareja A Jugador 2; Pareja B Jugador 1; Pareja B Jugador 2',
  '1ª pareja 1º jugador; 1ª pareja 2º jugador; 2ª pareja 1º jugador; 2ª pareja 2º jugador',
  'Primer jugador de la pareja 1; Segundo jugador de la pareja 1; Primer jugador de la pareja 2; Segundo jugador de la pareja 2',
  'Pareja 1A; Pareja 1B; Pareja 2A; Pareja 2B',
  'Pareja 1 drive; Pareja 1 revés; Pareja 2 drive; Pareja 2 revés',
  'Local 1; Local 2; Visitante 1; Visitante 2',
  'Jugador local A; Jugador local B; Jugador visitante A; Jugador visitante B',
  'Jugador A; Jugador B; Jugador C; Jugador D',
  'Jugador A1; Jugador A2; Jugador B1; Jugador B2',
  'P1J1; P1J2; P2J1; P2J2',
  'P1 drive; P1 revés; P2 drive; P2 revés',
  'E1 - J1; E1 - J2; E2 - J1; E2 - J2',
  'Team 1 Player A; Team 1 Player B; Team 2 Player A; Team 2 Player B',
  'Player 1 (Team A); Player 2 (Team A); Player 1 (Team B); Player 2 (Team B)',
  'First player team 1; Second player team 1; First player team 2; Second player team 2',
  'Home player 1; Home player 2; Away player 1; Away player 2',
  'Team1PlayerA; Team1PlayerB; Team2PlayerA; Team2PlayerB',
  'team_1_right; team_1_left; team_2_right; team_2_left',
  'Host 1; Host 2; Guest 1; Guest 2',
  'Equipa A – Jogador 1; Equipa A – Jogador 2; Equipa B – Jogador 1; Equipa B – Jogador 2',
  'Jogador 1 da dupla 1; Jogador 2 da dupla 1; Jogador 1 da dupla 2; Jogador 2 da dupla 2',
  'Dupla 1 direita; Dupla 1 esquerda; Dupla 2 direita; Dupla 2 esquerda',
  'Coppia 1 giocatore A; Coppia 1 giocatore B; Coppia 2 giocatore A; Coppia 2 giocatore B',
  'Casa 1; Casa 2; Ospiti 1; Ospiti 2',
  'Prima coppia, primo giocatore; Prima coppia, secondo giocatore; Seconda coppia, primo giocatore; Seconda coppia, secondo giocatore',
  'Paire 1 joueur A; Paire 1 joueur B; Paire 2 joueur A; Paire 2 joueur B',
  'Équipe A - Joueur 1; Équipe A - Joueur 2; Équipe B - Joueur 1; Équipe B - Joueur 2',
  "Joueur 1 de l'équipe 1; Joueur 2 de l'équipe 1; Joueur 1 de l'équipe 2; Joueur 2 de l'équipe 2",
  'Domicile 1; Domicile 2; Extérieur 1; Extérieur 2',
];

describe('The words of headers', () => {
  for (const headers of fourPlayers) {
    it(`the four players are found in any order of the columns: ${headers.split(';')[0]}`, () => {
      const names = headers.split(';').map((name) => name.trim());
      assert.deepEqual(names.map(columnNamed), ['team_a_1', 'team_a_2', 'team_b_1', 'team_b_2']);
      const header = ['Fecha', 'Resultado', ...names.toReversed()];
      const turned = planOf(header, guessMeanings(header, new Map()), new Map());
      assert.deepEqual(
        ['team_a_1', 'team_a_2', 'team_b_1', 'team_b_2'].map((column) => turned.places.get(column as Column)),
        [5, 4, 3, 2],
      );
    });
  }

  it('players in the plural are a pair', () => {
    const names = ['Jugadores 1', 'Jugadores pareja 2', 'Jogadores equipa A', 'Players B'];
    assert.deepEqual(names.map(columnNamed), ['team_a', 'team_b', 'team_a', 'team_b']);
  });

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
  const plan = (header: string, mapping: Mapping = new Map()) => {
    const names = header.split(';');
    return planOf(names, guessMeanings(names, mapping), mapping);
  };
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
    assert.deepEqual(faultOfColumns(plan(header)), {
      code: 'question.rivals',
      values: { column: 'date', text: 'Fecha', other: 'Día' },
    });
    assert.equal(plan(header, new Map([['date', 'Día']])).places.get('date'), 1);
  });

  it('unused columns are listed', () => {
    assert.deepEqual(plan('Fecha;Pareja 1;Pareja 2;Resultado;Notas').ignored, ['Notas']);
  });
});
