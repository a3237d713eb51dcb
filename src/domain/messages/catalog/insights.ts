/**
 * What is worth telling of a player's matches. Coaches read it as well as the player, so it tells of the pair. Past tense, counts
 * beside what was expected, and no cause.
 */
import { type Message, message } from '../message.ts';

const counted = { won: 'whole', played: 'whole', expected: 'decimal' } as const;
type Counted = Message<typeof counted>;

/** Won of how many, beside what the ratings before the matches let one expect. */
const expected = (en: string, es: string, pt: string): Counted =>
  message(counted, {
    en: `${en}; about {expected, number, about} expected.`,
    es: `${es}; se esperaban unos {expected, number, about}.`,
    pt: `${pt}; esperavam-se cerca de {expected, number, about}.`,
  });

/** The same of games against the opponents of these matches. */
const expectedAgainst = (en: string, es: string, pt: string): Counted =>
  message(counted, {
    en: `${en}; about {expected, number, about} expected against these opponents.`,
    es: `${es}; se esperaban unos {expected, number, about} ante estos rivales.`,
    pt: `${pt}; esperavam-se cerca de {expected, number, about} contra estes adversários.`,
  });

/** The same beside the level of the player's other games. */
const usual = (en: string, es: string, pt: string): Counted =>
  message(counted, {
    en: `${en}; about {expected, number, about} at your usual level.`,
    es: `${es}; al nivel habitual serían unos {expected, number, about}.`,
    pt: `${pt}; ao nível habitual seriam cerca de {expected, number, about}.`,
  });

/** What is decided by few points. */
const lucky = (en: string, es: string, pt: string): Counted =>
  message(counted, {
    en: `${en}; about {expected, number, about} expected. Often partly luck.`,
    es: `${es}; se esperaban unos {expected, number, about}. A menudo es en parte suerte.`,
    pt: `${pt}; esperavam-se cerca de {expected, number, about}. Muitas vezes é em parte sorte.`,
  });

const OF = '{won, number} {of} {played, number}';
const [en, es, pt] = [OF.replace('{of}', 'of'), OF.replace('{of}', 'de'), OF.replace('{of}', 'de')];

const compared = ['more', 'fewer'] as const;

export const insightMessages = {
  'insight.serve': expectedAgainst(
    `Your pair held ${en} service games`,
    `La pareja ganó ${es} juegos con su saque`,
    `A dupla ganhou ${pt} jogos de serviço`,
  ),
  'insight.return': expectedAgainst(
    `Your pair broke serve in ${en} return games`,
    `La pareja rompió el saque en ${es} juegos al resto`,
    `A dupla quebrou o serviço em ${pt} jogos de resposta`,
  ),
  'insight.serving_for_set': usual(
    `Serving for the set, your pair won ${en} games`,
    `Sacando para el set, la pareja ganó ${es} juegos`,
    `A servir para o set, a dupla ganhou ${pt} jogos`,
  ),
  'insight.staying_in_set': usual(
    `With the opponents serving for the set, your pair broke in ${en} games`,
    `Con los rivales sacando para el set, la pareja rompió en ${es} juegos`,
    `Com os adversários a servir para o set, a dupla quebrou em ${pt} jogos`,
  ),
  'insight.opening': usual(
    `In the first three games of a set, your pair won ${en}`,
    `En los tres primeros juegos de los sets, la pareja ganó ${es}`,
    `Nos três primeiros jogos dos sets, a dupla ganhou ${pt}`,
  ),
  'insight.closing': usual(
    `Once either pair was one game from the set, your pair won ${en} games`,
    `Desde que a alguien le faltó un solo juego para el set, la pareja ganó ${es} juegos`,
    `A partir do momento em que a alguém faltou só um jogo para o set, a dupla ganhou ${pt} jogos`,
  ),
  'insight.break_back': usual(
    `Right after losing serve, your pair broke back in ${en} games`,
    `Justo después de perder el saque, la pareja rompió en ${es} juegos`,
    `Logo depois de perder o serviço, a dupla quebrou em ${pt} jogos`,
  ),
  'insight.consolidation': usual(
    `Right after a break, your pair held serve in ${en} games`,
    `Justo después de romper el saque, la pareja ganó el suyo en ${es} juegos`,
    `Logo depois de quebrar o serviço, a dupla segurou o seu em ${pt} jogos`,
  ),
  'insight.first_set': expected(
    `Your pair won ${en} first sets`,
    `La pareja ganó ${es} primeros sets`,
    `A dupla ganhou ${pt} primeiros sets`,
  ),
  'insight.after_losing_first_set': expected(
    `After losing the first set, your pair won ${en} matches`,
    `Tras perder el primer set, la pareja ganó ${es} partidos`,
    `Depois de perder o primeiro set, a dupla ganhou ${pt} encontros`,
  ),
  'insight.after_winning_first_set': expected(
    `After winning the first set, your pair won ${en} matches`,
    `Tras ganar el primer set, la pareja ganó ${es} partidos`,
    `Depois de ganhar o primeiro set, a dupla ganhou ${pt} encontros`,
  ),
  'insight.tie_break': lucky(
    `Your pair won ${en} tie-breaks`,
    `La pareja ganó ${es} tie-breaks`,
    `A dupla ganhou ${pt} tie-breaks`,
  ),
  'insight.deciding_set': lucky(
    `Your pair won ${en} deciding sets`,
    `La pareja ganó ${es} sets decisivos`,
    `A dupla ganhou ${pt} sets decisivos`,
  ),
  'insight.close_sets': expected(
    `Your pair won ${en} sets decided by two games or fewer`,
    `La pareja ganó ${es} sets decididos por dos juegos o menos`,
    `A dupla ganhou ${pt} sets decididos por dois jogos ou menos`,
  ),
  'insight.lopsided_sets': expected(
    `Your pair won ${en} sets decided by four games or more`,
    `La pareja ganó ${es} sets decididos por cuatro juegos o más`,
    `A dupla ganhou ${pt} sets decididos por quatro jogos ou mais`,
  ),
  'insight.court_side': message(
    { side: ['left', 'right'], games_in_100: 'whole', matches: 'whole' },
    {
      en: 'Playing on the {side, select, left {left} other {right}}, your pair won {games_in_100, number} more games in 100 than on the {side, select, left {right} other {left}}, allowing for the ratings ({matches, number} matches).',
      es: 'Jugando en el lado {side, select, left {izquierdo} other {derecho}}, la pareja ganó {games_in_100, number} juegos más de cada 100 que en el {side, select, left {derecho} other {izquierdo}}, teniendo en cuenta las puntuaciones ({matches, number} partidos).',
      pt: 'A jogar no lado {side, select, left {esquerdo} other {direito}}, a dupla ganhou mais {games_in_100, number} jogos em cada 100 do que no {side, select, left {direito} other {esquerdo}}, tendo em conta as pontuações ({matches, number} encontros).',
    },
  ),
  'insight.teammate': message(
    { teammate: 'name', games_in_100: 'whole', compared, matches: 'whole' },
    {
      en: 'With {teammate}, your pair won {games_in_100, number} {compared, select, more {more} other {fewer}} games in 100 than expected ({matches, number} matches).',
      es: 'Con {teammate}, la pareja ganó {games_in_100, number} juegos {compared, select, more {más} other {menos}} de cada 100 de lo esperado ({matches, number} partidos).',
      pt: 'Com {teammate}, a dupla ganhou {compared, select, more {mais} other {menos}} {games_in_100, number} jogos em cada 100 do que o esperado ({matches, number} encontros).',
    },
  ),
  'insight.competition': message(
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
  'insight.form': message(
    { games_in_100: 'whole', compared, matches: 'whole' },
    {
      en: 'In the last {matches, number} matches, your pair won {games_in_100, number} {compared, select, more {more} other {fewer}} games in 100 than expected.',
      es: 'En los últimos {matches, number} partidos, la pareja ganó {games_in_100, number} juegos {compared, select, more {más} other {menos}} de cada 100 de lo esperado.',
      pt: 'Nos últimos {matches, number} encontros, a dupla ganhou {compared, select, more {mais} other {menos}} {games_in_100, number} jogos em cada 100 do que o esperado.',
    },
  ),
  'insight.runs_conceded': message(
    { games_in_a_row: 'whole', sets_with_run: 'whole', sets: 'whole', expected: 'decimal' },
    {
      en: 'Your pair lost {games_in_a_row, number} games in a row in {sets_with_run, number} of {sets, number} sets; about {expected, number, about} expected.',
      es: 'La pareja perdió {games_in_a_row, number} juegos seguidos en {sets_with_run, number} de {sets, number} sets; se esperaban unos {expected, number, about}.',
      pt: 'A dupla perdeu {games_in_a_row, number} jogos seguidos em {sets_with_run, number} de {sets, number} sets; esperavam-se cerca de {expected, number, about}.',
    },
  ),
  'insight.leads': expected(
    `Your pair won ${en} sets in which it led by three games`,
    `La pareja ganó ${es} sets en los que se puso tres juegos por delante`,
    `A dupla ganhou ${pt} sets em que teve três jogos de vantagem`,
  ),
  'insight.streak': message(
    { result: ['won', 'lost'], counted: ['all', 'at_least'], matches: 'whole' },
    {
      en: '{result, select, won {Won} other {Lost}} {counted, select, at_least {at least } other {}}the last {matches, number} matches.',
      es: '{counted, select, at_least {Al menos } other {}}{matches, number} {result, select, won {victorias seguidas} other {derrotas seguidas}} en los últimos partidos.',
      pt: '{counted, select, at_least {Pelo menos } other {}}{matches, number} {result, select, won {vitórias seguidas} other {derrotas seguidas}} nos últimos encontros.',
    },
  ),
  'insight.score_move': message(
    { moved: ['up', 'down'], points: 'whole', days: 'whole', matches: 'whole' },
    {
      en: '{moved, select, up {Up} other {Down}} {points, number, score} points in {days, number} days ({matches, number} matches).',
      es: '{moved, select, up {Subió} other {Bajó}} {points, number, score} puntos en {days, number} días ({matches, number} partidos).',
      pt: '{moved, select, up {Subiu} other {Desceu}} {points, number, score} pontos em {days, number} dias ({matches, number} encontros).',
    },
  ),
  'insight.inactive': message(
    { days: 'whole' },
    {
      en: 'No match for {days, number} days, so the score is less certain.',
      es: 'Sin partidos desde hace {days, number} días, así que la puntuación es menos segura.',
      pt: 'Sem encontros há {days, number} dias, por isso a pontuação é menos certa.',
    },
  ),
};
