/** Why a match changed a player's score. The sentences address the player. */
import { defineMessage } from '../message.ts';

const unit = ['games', 'points'] as const;
/** `more`: the result had counted for more than usual, and the scoreline took some of that back. */
const result_counted = ['more', 'as_usual'] as const;

export const explanationMessages = {
  'explanation.placement': defineMessage(
    { set_by: ['teammate', 'opponents'] },
    {
      en: 'Your first match: your start was set by {set_by, select, teammate {your teammate’s rating, and to a lesser extent by your opponents’} other {your opponents’ ratings}}.',
      es: 'Tu primer partido: tu puntuación inicial se calculó a partir de {set_by, select, teammate {la de tu pareja y, en menor medida, de la de tus rivales} other {la de tus rivales}}.',
      pt: 'O seu primeiro encontro: a sua pontuação inicial foi calculada a partir {set_by, select, teammate {da de quem jogou consigo e, em menor medida, da dos adversários} other {da dos adversários}}.',
    },
  ),
  'explanation.inactivity': defineMessage(
    { days: 'whole' },
    {
      en: '{days, plural, =0 {Some hours} one {# day} other {# days}} without a match: your level was less certain.',
      es: 'Llevabas {days, plural, =0 {unas horas} one {# día} other {# días}} sin jugar: conocíamos peor tu nivel.',
      pt: 'Não jogava há {days, plural, =0 {algumas horas} one {# dia} other {# dias}}: conhecíamos pior o seu nível.',
    },
  ),
  'explanation.teammate': defineMessage(
    { teammate_level: ['higher', 'lower', 'similar'] },
    {
      en: 'Players who enter a competition together are usually of a similar level. {teammate_level, select, higher {Your teammate’s was estimated higher} lower {Your teammate’s was estimated lower} other {That made yours a little more certain}}.',
      es: 'Quienes se inscriben juntos en una competición suelen tener un nivel parecido. {teammate_level, select, higher {El de tu pareja se estimaba más alto} lower {El de tu pareja se estimaba más bajo} other {Eso hizo el tuyo un poco más seguro}}.',
      pt: 'Quem se inscreve em conjunto numa competição costuma ter um nível parecido. {teammate_level, select, higher {O de quem jogou consigo era estimado mais alto} lower {O de quem jogou consigo era estimado mais baixo} other {Isso tornou o seu um pouco mais certo}}.',
    },
  ),
  'explanation.result': defineMessage(
    { result: ['won', 'lost'], win_probability: 'share' },
    {
      en: 'Your chance of winning was {win_probability, number, chance}, and you {result, select, won {won} other {lost}}.',
      es: 'Tenías un {win_probability, number, chance} de opciones de ganar; {result, select, won {ganaste} other {perdiste}}.',
      pt: 'Tinha {win_probability, number, chance} de hipóteses de ganhar; {result, select, won {ganhou} other {perdeu}}.',
    },
  ),
  'explanation.draw': defineMessage(
    { win_probability: 'share', draw_was: ['less', 'more', 'as_expected'] },
    {
      en: 'A draw. Your chance of winning was {win_probability, number, chance}, so a draw is {draw_was, select, less {worse than} more {better than} other {about what was}} expected.',
      es: 'Empate. Tenías un {win_probability, number, chance} de opciones de ganar, así que empatar es {draw_was, select, less {peor de lo esperado} more {mejor de lo esperado} other {más o menos lo esperado}}.',
      pt: 'Empate. Tinha {win_probability, number, chance} de hipóteses de ganhar, por isso empatar é {draw_was, select, less {pior do que o esperado} more {melhor do que o esperado} other {mais ou menos o esperado}}.',
    },
  ),
  'explanation.margin': defineMessage(
    { unit, expected_share: 'share', share: 'share', result_counted },
    {
      en: 'The ratings pointed to {expected_share, number, share} of the {unit, select, points {points} other {games}}; you took {share, number, share}.{result_counted, select, more { The result had already counted for more.} other {}}',
      es: 'Según las puntuaciones os correspondía el {expected_share, number, share} de los {unit, select, points {puntos} other {juegos}}; ganasteis el {share, number, share}.{result_counted, select, more { El resultado ya había pesado más de la cuenta.} other {}}',
      pt: 'Segundo as pontuações, cabiam à sua dupla {expected_share, number, share} dos {unit, select, points {pontos} other {jogos}}; ganhou {share, number, share}.{result_counted, select, more { O resultado já tinha pesado mais do que devia.} other {}}',
    },
  ),
  'explanation.margin_near': defineMessage(
    { unit, expected_share: 'share', share: 'share', result_counted },
    {
      en: 'The ratings pointed to {expected_share, number, share_tenth} of the {unit, select, points {points} other {games}}; you took {share, number, share_tenth}.{result_counted, select, more { The result had already counted for more.} other {}}',
      es: 'Según las puntuaciones os correspondía el {expected_share, number, share_tenth} de los {unit, select, points {puntos} other {juegos}}; ganasteis el {share, number, share_tenth}.{result_counted, select, more { El resultado ya había pesado más de la cuenta.} other {}}',
      pt: 'Segundo as pontuações, cabiam à sua dupla {expected_share, number, share_tenth} dos {unit, select, points {pontos} other {jogos}}; ganhou {share, number, share_tenth}.{result_counted, select, more { O resultado já tinha pesado mais do que devia.} other {}}',
    },
  ),
  'explanation.margin_same': defineMessage(
    { unit, share: 'share', result_counted },
    {
      en: 'You took {share, number, share_tenth} of the {unit, select, points {points} other {games}}, about what the ratings pointed to.{result_counted, select, more { The result had already counted for more.} other {}}',
      es: 'Ganasteis el {share, number, share_tenth} de los {unit, select, points {puntos} other {juegos}}, más o menos lo que os correspondía según las puntuaciones.{result_counted, select, more { El resultado ya había pesado más de la cuenta.} other {}}',
      pt: 'A sua dupla ganhou {share, number, share_tenth} dos {unit, select, points {pontos} other {jogos}}, mais ou menos o que lhe cabia segundo as pontuações.{result_counted, select, more { O resultado já tinha pesado mais do que devia.} other {}}',
    },
  ),
  'explanation.confidence': defineMessage(
    {},
    {
      en: 'We now have a better idea of your level.',
      es: 'Ahora conocemos mejor tu nivel.',
      pt: 'Agora conhecemos melhor o seu nível.',
    },
  ),
  'explanation.protection': defineMessage(
    { points: 'whole', change: ['withheld', 'made_up'] },
    {
      en: '{change, select, withheld {You won, so your score does not fall. {points, plural, one {# point comes} other {# points come}} off your next gains instead.} other {After an earlier win your score did not fall; {points, plural, one {# of those points comes} other {# of those points come}} off now.}}',
      es: '{change, select, withheld {Ganaste, así que tu puntuación no baja. {points, plural, one {Ese punto se descontará} other {Esos # puntos se descontarán}} de tus próximas subidas.} other {Tras una victoria anterior tu puntuación no bajó; ahora se {points, plural, one {compensa # punto} other {compensan # puntos}} de aquello.}}',
      pt: '{change, select, withheld {Ganhou, por isso a sua pontuação não desce. {points, plural, one {Esse ponto será descontado} other {Esses # pontos serão descontados}} nas suas próximas subidas.} other {Depois de uma vitória anterior a sua pontuação não desceu; agora {points, plural, one {é compensado # ponto} other {são compensados # pontos}} disso.}}',
    },
  ),
};
