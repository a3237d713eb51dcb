/** The texts of the score history picture and of the recap poster, and those that all pictures share. */
import { defineMessage } from '../message.ts';

export const pictureMessages = {
  'picture.spread': defineMessage(
    { uncertainty: 'whole', date: 'name' },
    {
      en: '± {uncertainty, number, score} on {date}',
      es: '± {uncertainty, number, score} el {date}',
      pt: '± {uncertainty, number, score} em {date}',
    },
  ),
  'picture.pair': defineMessage(
    { first: 'name', second: 'name' },
    { en: '{first} & {second}', es: '{first} / {second}', pt: '{first} / {second}' },
  ),
  'progress.title': defineMessage(
    { name: 'name', service_score: 'whole' },
    {
      en: '{name}: {service_score, number, score} points',
      es: '{name}: {service_score, number, score} puntos',
      pt: '{name}: {service_score, number, score} pontos',
    },
  ),
  'progress.description': defineMessage(
    {
      first: 'whole',
      current: 'whole',
      from: 'name',
      to: 'name',
      lowest: 'whole',
      peak: 'whole',
      spread: ['shown', 'not_shown'],
      uncertainty: 'whole',
    },
    {
      en: 'From {first, number, score} to {current, number, score} between {from} and {to}; lowest {lowest, number, score}, highest {peak, number, score}{spread, select, shown {; the last score is ± {uncertainty, number, score}} other {}}.',
      es: 'De {first, number, score} a {current, number, score} entre el {from} y el {to}; mínimo {lowest, number, score}, máximo {peak, number, score}{spread, select, shown {; la última puntuación es ± {uncertainty, number, score}} other {}}.',
      pt: 'De {first, number, score} a {current, number, score} entre {from} e {to}; mínimo {lowest, number, score}, máximo {peak, number, score}{spread, select, shown {; a última pontuação é ± {uncertainty, number, score}} other {}}.',
    },
  ),
  'progress.since': defineMessage(
    { change: 'whole', date: 'name' },
    {
      en: '{change, number, signed} since {date}',
      es: '{change, number, signed} desde el {date}',
      pt: '{change, number, signed} desde {date}',
    },
  ),
  'progress.empty': defineMessage(
    {},
    { en: 'No rated match to show', es: 'Sin partidos puntuados', pt: 'Sem encontros pontuados' },
  ),
  'progress.empty_note': defineMessage(
    {},
    { en: 'Each one adds a point.', es: 'Cada uno añade un punto.', pt: 'Cada um acrescenta um ponto.' },
  ),
  'progress.legend': defineMessage(
    {},
    { en: 'score ± 1 uncertainty', es: 'puntuación ± 1 margen', pt: 'pontuação ± 1 margem' },
  ),
  'poster.totals': defineMessage(
    { matches: 'whole', players: 'whole' },
    {
      en: '{matches, plural, one {# match} other {# matches}}, {players, plural, one {# player} other {# players}}.',
      es: '{matches, plural, one {# partido} other {# partidos}}, {players, plural, one {# jugador} other {# jugadores}}.',
      pt: '{matches, plural, one {# encontro} other {# encontros}}, {players, plural, one {# jogador} other {# jogadores}}.',
    },
  ),
  'poster.winners': defineMessage(
    { names: 'name', players: 'whole' },
    {
      en: '{players, plural, one {First} other {Joint first}}: {names}.',
      es: '{players, plural, one {Primer puesto} other {Primeros}}: {names}.',
      pt: '{players, plural, one {Primeiro lugar} other {Primeiros}}: {names}.',
    },
  ),
  'poster.ranking': defineMessage({}, { en: 'Ranking', es: 'Clasificación', pt: 'Classificação' }),
  'poster.ranked_by': defineMessage(
    { ranking: ['wins', 'points', 'average'], unit: ['points', 'games'] },
    {
      en: '{ranking, select, wins {by wins} points {by {unit, select, points {points} other {games}}} other {{unit, select, points {points} other {games}} a match · matches}}',
      es: '{ranking, select, wins {por victorias} points {por {unit, select, points {puntos} other {juegos}}} other {{unit, select, points {puntos} other {juegos}} por partido · partidos}}',
      pt: '{ranking, select, wins {por vitórias} points {por {unit, select, points {pontos} other {jogos}}} other {{unit, select, points {pontos} other {jogos}} por encontro · encontros}}',
    },
  ),
  'poster.points': defineMessage(
    { points: 'whole', unit: ['points', 'games'] },
    {
      en: '{points, number} {unit, select, points {{points, plural, one {point} other {points}}} other {{points, plural, one {game} other {games}}}}',
      es: '{points, number} {unit, select, points {{points, plural, one {punto} other {puntos}}} other {{points, plural, one {juego} other {juegos}}}}',
      pt: '{points, number} {unit, select, points {{points, plural, one {ponto} other {pontos}}} other {{points, plural, one {jogo} other {jogos}}}}',
    },
  ),
  'poster.average': defineMessage(
    { average: 'decimal' },
    {
      en: '{average, number, tenth} a match',
      es: '{average, number, tenth} por partido',
      pt: '{average, number, tenth} por encontro',
    },
  ),
  'poster.short_average': defineMessage(
    { average: 'decimal' },
    { en: '{average, number, tenth}', es: '{average, number, tenth}', pt: '{average, number, tenth}' },
  ),
  'poster.more': defineMessage(
    { players: 'whole' },
    { en: 'and {players, number} more', es: 'y {players, number} más', pt: 'e mais {players, number}' },
  ),
  'poster.numbered_player': defineMessage(
    { number: 'whole' },
    { en: 'Player {number, number}', es: 'Jugador {number, number}', pt: 'Jogador {number, number}' },
  ),
  'poster.highlights': defineMessage({}, { en: 'Highlights', es: 'Lo más destacado', pt: 'Destaques' }),
  'poster.best_pair': defineMessage({}, { en: 'Best pair', es: 'Mejor pareja', pt: 'Melhor dupla' }),
  'poster.pair_record': defineMessage(
    { won: 'whole', played: 'whole' },
    {
      en: 'Won {won, number} of {played, number} together',
      es: '{won, plural, one {# victoria} other {# victorias}} en {played, plural, one {# partido} other {# partidos}}',
      pt: '{won, plural, one {# vitória} other {# vitórias}} em {played, plural, one {# encontro} other {# encontros}}',
    },
  ),
  'poster.over_expected': defineMessage(
    {},
    { en: 'Furthest above expectation', es: 'Quien más superó lo esperado', pt: 'Quem mais superou o esperado' },
  ),
  'poster.over_expected_record': defineMessage(
    { beyond: 'decimal', matches: 'whole' },
    {
      en: '{beyond, number, tenth} more {beyond, plural, one {win} other {wins}} than expected in {matches, plural, one {# match} other {# matches}}',
      es: '{beyond, number, tenth} {beyond, plural, one {victoria} other {victorias}} más de lo esperado en {matches, plural, one {# partido} other {# partidos}}',
      pt: 'mais {beyond, number, tenth} {beyond, plural, one {vitória} other {vitórias}} do que o esperado em {matches, plural, one {# encontro} other {# encontros}}',
    },
  ),
  'poster.biggest_upset': defineMessage({}, { en: 'Biggest upset', es: 'Mayor sorpresa', pt: 'Maior surpresa' }),
  'poster.upset_chance': defineMessage(
    { winner_probability: 'share' },
    {
      en: '{winner_probability, number, chance} chance before the match',
      es: 'tenían un {winner_probability, number, chance} de opciones',
      pt: 'tinham {winner_probability, number, chance} de hipóteses',
    },
  ),
  'poster.closest': defineMessage({}, { en: 'Closest match', es: 'Partido más igualado', pt: 'Encontro mais renhido' }),
  'poster.draw': defineMessage({}, { en: 'draw', es: 'empate', pt: 'empate' }),
  'leaderboard.title': defineMessage(
    {},
    { en: 'Club ranking', es: 'Clasificación del club', pt: 'Classificação do clube' },
  ),
  'leaderboard.columns': defineMessage(
    { days: 'whole' },
    {
      en: 'Score · change over {days, number} days',
      es: 'Puntuación · cambio en {days, number} días',
      pt: 'Pontuação · variação em {days, number} dias',
    },
  ),
  'leaderboard.none': defineMessage(
    {},
    {
      en: 'No player is ranked yet.',
      es: 'Aún no hay nadie en la clasificación.',
      pt: 'Ainda não há ninguém na classificação.',
    },
  ),
  'leaderboard.move': defineMessage(
    { move: ['up', 'down', 'new'], ranks: 'whole' },
    {
      en: '{move, select, up {up {ranks, number}} down {down {ranks, number}} other {new}}',
      es: '{move, select, up {sube {ranks, number}} down {baja {ranks, number}} other {entra}}',
      pt: '{move, select, up {sobe {ranks, number}} down {desce {ranks, number}} other {entra}}',
    },
  ),
  'poster.against': defineMessage(
    { result: ['won', 'drawn'], winners: 'name', losers: 'name' },
    {
      en: '{winners} {result, select, won {beat} other {v}} {losers}',
      es: '{winners} {result, select, won {ganan a} other {contra}} {losers}',
      pt: '{winners} {result, select, won {vencem} other {contra}} {losers}',
    },
  ),
};
