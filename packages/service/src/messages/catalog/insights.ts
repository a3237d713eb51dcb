/**
 * The insights into a player's matches. Coaches read them as well as the player, so they are about the pair. Each compares
 * a count with its expectation, in the past tense, and names no cause.
 */
import { defineMessage, type Message } from '../message.ts';

const counted = { won: 'whole', played: 'whole', expected: 'decimal' } as const;
type Counted = Message<typeof counted>;

/** A count beside its expectation from the ratings before the matches. */
const expected = (en: string, es: string, pt: string): Counted => defineMessage(counted, expectedTexts(en, es, pt));

const expectedTexts = (en: string, es: string, pt: string): Counted['texts'] => ({
  en: `${en}; about {expected, number, about} expected.`,
  es: `${es}; se esperaban unos {expected, number, about}.`,
  pt: `${pt}; esperavam-se cerca de {expected, number, about}.`,
});

/** A count of games beside its expectation against the opponents of these matches. */
const expectedAgainst = (en: string, es: string, pt: string): Counted =>
  defineMessage(counted, {
    en: `${en}; about {expected, number, about} expected against these opponents.`,
    es: `${es}; se esperaban unos {expected, number, about} ante estos rivales.`,
    pt: `${pt}; esperavam-se cerca de {expected, number, about} contra estes adversários.`,
  });

/** A count beside its expectation at the level of the player's other games. */
const usual = (en: string, es: string, pt: string): Counted => defineMessage(counted, usualTexts(en, es, pt));

const usualTexts = (en: string, es: string, pt: string): Counted['texts'] => ({
  en: `${en}; about {expected, number, about} at your usual level.`,
  es: `${es}; al nivel habitual serían unos {expected, number, about}.`,
  pt: `${pt}; ao nível habitual seriam cerca de {expected, number, about}.`,
});

/** A count of sets that a few points decide. */
const partlyLuck = (en: string, es: string, pt: string): Counted =>
  defineMessage(counted, {
    en: `${en}; about {expected, number, about} expected. Often partly luck.`,
    es: `${es}; se esperaban unos {expected, number, about}. Muchas veces hay algo de suerte.`,
    pt: `${pt}; esperavam-se cerca de {expected, number, about}. Muitas vezes há alguma sorte.`,
  });

const OF_EN = '{won, number} of {played, number}';
const OF_ES = '{won, number} de {played, number}';
const OF_PT = '{won, number} de {played, number}';

const compared = ['more', 'fewer'] as const;

export const insightMessages = {
  'insight.serve': expectedAgainst(
    `Your pair held ${OF_EN} service games`,
    `La pareja ganó ${OF_ES} juegos con su saque`,
    `A dupla ganhou ${OF_PT} jogos de serviço`,
  ),
  'insight.return': expectedAgainst(
    `Your pair broke serve in ${OF_EN} return games`,
    `La pareja rompió el saque en ${OF_ES} juegos al resto`,
    `A dupla quebrou o serviço em ${OF_PT} jogos de resposta`,
  ),
  'insight.serving_for_set': usual(
    `Serving for the set, your pair won ${OF_EN} games`,
    `Sacando para el set, la pareja ganó ${OF_ES} juegos`,
    `A servir para o set, a dupla ganhou ${OF_PT} jogos`,
  ),
  'insight.staying_in_set': usual(
    `With the opponents serving for the set, your pair broke in ${OF_EN} games`,
    `Con los rivales sacando para el set, la pareja rompió en ${OF_ES} juegos`,
    `Com os adversários a servir para o set, a dupla quebrou em ${OF_PT} jogos`,
  ),
  'insight.opening': defineMessage(
    { ...counted, opening_games: 'whole' },
    usualTexts(
      `In the first {opening_games, number} games of a set, your pair won ${OF_EN}`,
      `En los {opening_games, number} primeros juegos de los sets, la pareja ganó ${OF_ES}`,
      `Nos {opening_games, number} primeiros jogos dos sets, a dupla ganhou ${OF_PT}`,
    ),
  ),
  'insight.closing': defineMessage(
    { ...counted, games_from_set: 'whole' },
    usualTexts(
      `Once either pair was {games_from_set, number} game from the set, your pair won ${OF_EN} games`,
      `Con el set a {games_from_set, number} juego de decidirse, la pareja ganó ${OF_ES} juegos`,
      `Com o set a {games_from_set, number} jogo de se decidir, a dupla ganhou ${OF_PT} jogos`,
    ),
  ),
  'insight.break_back': usual(
    `Right after losing serve, your pair broke back in ${OF_EN} games`,
    `Justo después de perder el saque, la pareja rompió en ${OF_ES} juegos`,
    `Logo depois de perder o serviço, a dupla quebrou em ${OF_PT} jogos`,
  ),
  'insight.consolidation': usual(
    `Right after a break, your pair held serve in ${OF_EN} games`,
    `Justo después de romper el saque, la pareja ganó el suyo en ${OF_ES} juegos`,
    `Logo depois de quebrar o serviço, a dupla segurou o seu em ${OF_PT} jogos`,
  ),
  'insight.first_set': expected(
    `Your pair won ${OF_EN} first sets`,
    `La pareja ganó ${OF_ES} primeros sets`,
    `A dupla ganhou ${OF_PT} primeiros sets`,
  ),
  'insight.after_losing_first_set': expected(
    `After losing the first set, your pair won ${OF_EN} matches`,
    `Tras perder el primer set, la pareja ganó ${OF_ES} partidos`,
    `Depois de perder o primeiro set, a dupla ganhou ${OF_PT} encontros`,
  ),
  'insight.after_winning_first_set': expected(
    `After winning the first set, your pair won ${OF_EN} matches`,
    `Tras ganar el primer set, la pareja ganó ${OF_ES} partidos`,
    `Depois de ganhar o primeiro set, a dupla ganhou ${OF_PT} encontros`,
  ),
  'insight.tie_break': partlyLuck(
    `Your pair won ${OF_EN} tie-breaks`,
    `La pareja ganó ${OF_ES} tie-breaks`,
    `A dupla ganhou ${OF_PT} tie-breaks`,
  ),
  'insight.deciding_set': partlyLuck(
    `Your pair won ${OF_EN} deciding sets`,
    `La pareja ganó ${OF_ES} sets decisivos`,
    `A dupla ganhou ${OF_PT} sets decisivos`,
  ),
  'insight.close_sets': defineMessage(
    { ...counted, games_apart_max: 'whole' },
    expectedTexts(
      `Your pair won ${OF_EN} sets decided by {games_apart_max, number} games or fewer`,
      `La pareja ganó ${OF_ES} sets resueltos por {games_apart_max, number} juegos o menos`,
      `A dupla ganhou ${OF_PT} sets resolvidos por {games_apart_max, number} jogos ou menos`,
    ),
  ),
  'insight.lopsided_sets': defineMessage(
    { ...counted, games_apart_min: 'whole' },
    expectedTexts(
      `Your pair won ${OF_EN} sets decided by {games_apart_min, number} games or more`,
      `La pareja ganó ${OF_ES} sets resueltos por {games_apart_min, number} juegos o más`,
      `A dupla ganhou ${OF_PT} sets resolvidos por {games_apart_min, number} jogos ou mais`,
    ),
  ),
  'insight.court_side': defineMessage(
    { side: ['left', 'right'], games_in_100: 'whole', matches: 'whole' },
    {
      en: 'Playing on the {side, select, left {left} other {right}}, your pair won {games_in_100, number} more games in 100 than on the {side, select, left {right} other {left}}, allowing for the ratings ({matches, number} matches).',
      es: 'Jugando en el lado {side, select, left {izquierdo} other {derecho}}, la pareja ganó {games_in_100, number} juegos más de cada 100 que en el {side, select, left {derecho} other {izquierdo}}, teniendo en cuenta las puntuaciones ({matches, number} partidos).',
      pt: 'A jogar no lado {side, select, left {esquerdo} other {direito}}, a dupla ganhou mais {games_in_100, number} jogos em cada 100 do que no {side, select, left {direito} other {esquerdo}}, tendo em conta as pontuações ({matches, number} encontros).',
    },
  ),
  'insight.teammate': defineMessage(
    { teammate: 'name', games_in_100: 'whole', compared, matches: 'whole' },
    {
      en: 'With {teammate}, your pair won {games_in_100, number} {compared, select, more {more} other {fewer}} games in 100 than expected ({matches, number} matches).',
      es: 'Con {teammate}, la pareja ganó {games_in_100, number} juegos {compared, select, more {más} other {menos}} de cada 100 de lo esperado ({matches, number} partidos).',
      pt: 'Com {teammate}, a dupla ganhou {compared, select, more {mais} other {menos}} {games_in_100, number} jogos em cada 100 do que o esperado ({matches, number} encontros).',
    },
  ),
  'insight.competition': defineMessage(
    {
      competition_type: ['social', 'training', 'league', 'tournament'],
      games_in_100: 'whole',
      compared,
      matches: 'whole',
    },
    {
      en: 'In {competition_type, select, social {social} training {training} league {league} other {tournament}} matches, your pair won {games_in_100, number} {compared, select, more {more} other {fewer}} games in 100 than elsewhere, allowing for the ratings ({matches, number} matches).',
      es: 'En {competition_type, select, social {partidos sociales} training {entrenamientos} league {liga} other {torneos}}, la pareja ganó {games_in_100, number} juegos {compared, select, more {más} other {menos}} de cada 100 que en el resto, teniendo en cuenta las puntuaciones ({matches, number} partidos).',
      pt: 'Em {competition_type, select, social {encontros sociais} training {treinos} league {liga} other {torneios}}, a dupla ganhou {compared, select, more {mais} other {menos}} {games_in_100, number} jogos em cada 100 do que no resto, tendo em conta as pontuações ({matches, number} encontros).',
    },
  ),
  'insight.form': defineMessage(
    { games_in_100: 'whole', compared, matches: 'whole' },
    {
      en: 'In the last {matches, number} matches, your pair won {games_in_100, number} {compared, select, more {more} other {fewer}} games in 100 than expected.',
      es: 'En los últimos {matches, number} partidos, la pareja ganó {games_in_100, number} juegos {compared, select, more {más} other {menos}} de cada 100 de lo esperado.',
      pt: 'Nos últimos {matches, number} encontros, a dupla ganhou {compared, select, more {mais} other {menos}} {games_in_100, number} jogos em cada 100 do que o esperado.',
    },
  ),
  'insight.runs_conceded': defineMessage(
    { games_in_a_row: 'whole', sets_with_run: 'whole', sets: 'whole', expected: 'decimal' },
    {
      en: 'Your pair lost {games_in_a_row, number} games in a row in {sets_with_run, number} of {sets, number} sets; about {expected, number, about} expected.',
      es: 'La pareja perdió {games_in_a_row, number} juegos seguidos en {sets_with_run, number} de {sets, number} sets; se esperaban unos {expected, number, about}.',
      pt: 'A dupla perdeu {games_in_a_row, number} jogos seguidos em {sets_with_run, number} de {sets, number} sets; esperavam-se cerca de {expected, number, about}.',
    },
  ),
  'insight.leads': defineMessage(
    { ...counted, games_ahead: 'whole' },
    expectedTexts(
      `Your pair won ${OF_EN} sets in which it led by {games_ahead, number} games`,
      `La pareja ganó ${OF_ES} sets en los que se puso {games_ahead, number} juegos por delante`,
      `A dupla ganhou ${OF_PT} sets em que teve {games_ahead, number} jogos de vantagem`,
    ),
  ),
  'insight.streak': defineMessage(
    { result: ['won', 'lost'], counted: ['all', 'at_least'], matches: 'whole' },
    {
      en: '{result, select, won {Won} other {Lost}} {counted, select, at_least {at least } other {}}the last {matches, number} matches.',
      es: '{counted, select, at_least {Al menos } other {}}{matches, number} {result, select, won {victorias seguidas} other {derrotas seguidas}} en los últimos partidos.',
      pt: '{counted, select, at_least {Pelo menos } other {}}{matches, number} {result, select, won {vitórias seguidas} other {derrotas seguidas}} nos últimos encontros.',
    },
  ),
  'insight.score_move': defineMessage(
    { moved: ['up', 'down'], points: 'whole', days: 'whole', matches: 'whole' },
    {
      en: '{moved, select, up {Up} other {Down}} {points, number, score} points in {days, number} days ({matches, number} matches).',
      es: '{moved, select, up {Subió} other {Bajó}} {points, number, score} puntos en {days, number} días ({matches, number} partidos).',
      pt: '{moved, select, up {Subiu} other {Desceu}} {points, number, score} pontos em {days, number} dias ({matches, number} encontros).',
    },
  ),
  'insight.inactive': defineMessage(
    { days: 'whole' },
    {
      en: 'No match for {days, number} days, so the score is less certain.',
      es: 'Lleva {days, number} días sin jugar, así que la puntuación es menos fiable.',
      pt: 'Não joga há {days, number} dias, por isso a pontuação é menos fiável.',
    },
  ),
};
