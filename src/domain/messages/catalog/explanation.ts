/** Why a match moved a player's score; said to the player. */
import { message } from '../message.ts';

const unit = ['games', 'points'] as const;
/** Whether the result had counted for so much that the scoreline took some of it back. */
const result_counted = ['more', 'as_usual'] as const;

export const explanationMessages = {
  'explanation.placement': message(
    { set_by: ['teammate', 'opponents'] },
    {
      en: 'Your first match: your start was set by {set_by, select, teammate {your teammate’s rating, and to a lesser part by your opponents’} other {your opponents’ ratings}}.',
      es: 'Tu primer partido: tu punto de partida salió de {set_by, select, teammate {la puntuación de tu pareja y, en menor parte, de la de tus rivales} other {la puntuación de tus rivales}}.',
      pt: 'O teu primeiro encontro: o teu ponto de partida veio {set_by, select, teammate {da pontuação de quem jogou contigo e, em menor parte, da dos adversários} other {da pontuação dos adversários}}.',
    },
  ),
  'explanation.inactivity': message(
    { days: 'whole' },
    {
      en: '{days, plural, =0 {Some hours} one {# day} other {# days}} without a match: your level was less certain.',
      es: '{days, plural, =0 {Unas horas} one {# día} other {# días}} sin partidos: tu nivel era menos seguro.',
      pt: '{days, plural, =0 {Algumas horas} one {# dia} other {# dias}} sem encontros: o teu nível era menos certo.',
    },
  ),
  'explanation.teammate': message(
    { teammate_level: ['higher', 'lower', 'similar'] },
    {
      en: 'Players who enter a competition together are usually of a similar level. {teammate_level, select, higher {Your teammate’s was estimated higher} lower {Your teammate’s was estimated lower} other {That made yours a little more certain}}.',
      es: 'Quienes se inscriben juntos en una competición suelen tener un nivel parecido. {teammate_level, select, higher {El de tu pareja se estimaba más alto} lower {El de tu pareja se estimaba más bajo} other {Eso hizo el tuyo un poco más seguro}}.',
      pt: 'Quem se inscreve em conjunto numa competição costuma ter um nível parecido. {teammate_level, select, higher {O de quem jogou contigo era estimado mais alto} lower {O de quem jogou contigo era estimado mais baixo} other {Isso tornou o teu um pouco mais certo}}.',
    },
  ),
  'explanation.result': message(
    { result: ['won', 'lost'], win_probability: 'share' },
    {
      en: 'You were given {win_probability, number, chance} to win and {result, select, won {won} other {lost}}.',
      es: 'Tenías un {win_probability, number, chance} de opciones de ganar y {result, select, won {ganaste} other {perdiste}}.',
      pt: 'Tinhas {win_probability, number, chance} de hipóteses de ganhar e {result, select, won {ganhaste} other {perdeste}}.',
    },
  ),
  'explanation.draw': message(
    { win_probability: 'share', draw_was: ['less', 'more', 'as_expected'] },
    {
      en: 'A draw. You were given {win_probability, number, chance} to win, so level is {draw_was, select, less {less than} more {more than} other {about as much as}} expected.',
      es: 'Empate. Tenías un {win_probability, number, chance} de opciones de ganar, así que empatar es {draw_was, select, less {menos de lo esperado} more {más de lo esperado} other {más o menos lo esperado}}.',
      pt: 'Empate. Tinhas {win_probability, number, chance} de hipóteses de ganhar, por isso empatar é {draw_was, select, less {menos do que o esperado} more {mais do que o esperado} other {mais ou menos o esperado}}.',
    },
  ),
  'explanation.margin': message(
    { unit, expected_share: 'share', share: 'share', result_counted },
    {
      en: 'The ratings pointed to {expected_share, number, share} of the {unit, select, points {points} other {games}}; you took {share, number, share}.{result_counted, select, more { The result had already counted for more.} other {}}',
      es: 'Las puntuaciones apuntaban al {expected_share, number, share} de los {unit, select, points {puntos} other {juegos}}; os llevasteis el {share, number, share}.{result_counted, select, more { El resultado ya había contado más.} other {}}',
      pt: 'As pontuações apontavam para {expected_share, number, share} dos {unit, select, points {pontos} other {jogos}}; a vossa dupla ganhou {share, number, share}.{result_counted, select, more { O resultado já tinha contado mais.} other {}}',
    },
  ),
  'explanation.margin_near': message(
    { unit, expected_share: 'share', share: 'share', result_counted },
    {
      en: 'The ratings pointed to {expected_share, number, share_tenth} of the {unit, select, points {points} other {games}}; you took {share, number, share_tenth}.{result_counted, select, more { The result had already counted for more.} other {}}',
      es: 'Las puntuaciones apuntaban al {expected_share, number, share_tenth} de los {unit, select, points {puntos} other {juegos}}; os llevasteis el {share, number, share_tenth}.{result_counted, select, more { El resultado ya había contado más.} other {}}',
      pt: 'As pontuações apontavam para {expected_share, number, share_tenth} dos {unit, select, points {pontos} other {jogos}}; a vossa dupla ganhou {share, number, share_tenth}.{result_counted, select, more { O resultado já tinha contado mais.} other {}}',
    },
  ),
  'explanation.margin_same': message(
    { unit, share: 'share', result_counted },
    {
      en: 'You took {share, number, share_tenth} of the {unit, select, points {points} other {games}}, about what the ratings pointed to.{result_counted, select, more { The result had already counted for more.} other {}}',
      es: 'Os llevasteis el {share, number, share_tenth} de los {unit, select, points {puntos} other {juegos}}, más o menos lo que apuntaban las puntuaciones.{result_counted, select, more { El resultado ya había contado más.} other {}}',
      pt: 'A vossa dupla ganhou {share, number, share_tenth} dos {unit, select, points {pontos} other {jogos}}, mais ou menos o que as pontuações apontavam.{result_counted, select, more { O resultado já tinha contado mais.} other {}}',
    },
  ),
  'explanation.confidence': message(
    {},
    {
      en: 'We are surer of your level now.',
      es: 'Ahora conocemos mejor tu nivel.',
      pt: 'Agora conhecemos melhor o teu nível.',
    },
  ),
  'explanation.protected': message(
    { points: 'whole' },
    {
      en: 'You won, so your score does not fall. {points, plural, one {# point comes} other {# points come}} off your next changes instead.',
      es: 'Ganaste, así que tu puntuación no baja. {points, plural, one {Se descontará # punto} other {Se descontarán # puntos}} de tus próximos cambios.',
      pt: 'Ganhaste, por isso a tua pontuação não desce. {points, plural, one {Será descontado # ponto} other {Serão descontados # pontos}} nas tuas próximas mudanças.',
    },
  ),
  'explanation.repaid': message(
    { points: 'whole' },
    {
      en: 'After an earlier win your score did not fall; {points, plural, one {# point of that is} other {# points of that are}} made up for now.',
      es: 'Tras una victoria anterior tu puntuación no bajó; ahora se {points, plural, one {compensa # punto} other {compensan # puntos}} de aquello.',
      pt: 'Depois de uma vitória anterior a tua pontuação não desceu; agora {points, plural, one {é compensado # ponto} other {são compensados # pontos}} disso.',
    },
  ),
};
