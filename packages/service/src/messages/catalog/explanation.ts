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
  'explanation.placement_stated': defineMessage(
    { stated_level: 'decimal', service_score: 'whole', uncertainty: 'whole' },
    {
      en: 'You were entered as {stated_level, number}. With this teammate and these opponents you start at {service_score, number, score}, give or take {uncertainty, number, score}.',
      es: 'Te inscribieron con un nivel de {stated_level, number}. Con esta pareja y estos rivales empiezas en {service_score, number, score} puntos, con un margen de ±{uncertainty, number, score}.',
      pt: 'A sua inscrição indicava o nível {stated_level, number}. Com quem jogou consigo e com estes adversários, começa em {service_score, number, score} pontos, com uma margem de ±{uncertainty, number, score}.',
    },
  ),
  'explanation.teammate': defineMessage(
    { teammate_level: ['higher', 'lower'] },
    {
      en: 'You two chose to play together, and players who do are usually of a similar level. Your teammate’s was estimated {teammate_level, select, higher {higher} other {lower}}.',
      es: 'Elegisteis jugar juntos, y quienes lo hacen suelen tener un nivel parecido. El de tu pareja se estimaba más {teammate_level, select, higher {alto} other {bajo}}.',
      pt: 'Escolheram jogar em conjunto, e quem o faz costuma ter um nível parecido. O de quem jogou consigo era estimado mais {teammate_level, select, higher {alto} other {baixo}}.',
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
  'explanation.guard': defineMessage(
    { guarded: ['close_win', 'win', 'close_loss', 'loss', 'earlier'] },
    {
      en: '{guarded, select, close_win {You won by less than expected; a win never lowers your score.} win {You won; a win never lowers your score.} close_loss {You lost by less than expected; a loss never raises your score. It counts for your next match.} loss {You lost; a loss never raises your score. It counts for your next match.} other {Carried over from your last match.}}',
      es: '{guarded, select, close_win {Ganaste por menos de lo esperado; una victoria nunca baja tu puntuación.} win {Ganaste; una victoria nunca baja tu puntuación.} close_loss {Perdiste por menos de lo esperado; una derrota nunca sube tu puntuación. Cuenta para tu próximo partido.} loss {Perdiste; una derrota nunca sube tu puntuación. Cuenta para tu próximo partido.} other {Viene de tu último partido.}}',
      pt: '{guarded, select, close_win {Ganhou por menos do que o esperado; uma vitória nunca baixa a sua pontuação.} win {Ganhou; uma vitória nunca baixa a sua pontuação.} close_loss {Perdeu por menos do que o esperado; uma derrota nunca sobe a sua pontuação. Conta para o seu próximo encontro.} loss {Perdeu; uma derrota nunca sobe a sua pontuação. Conta para o seu próximo encontro.} other {Vem do seu último encontro.}}',
    },
  ),
};
