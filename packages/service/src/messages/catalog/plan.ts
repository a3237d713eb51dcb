/** How fair the plan of a night is. The codes are those of the planner. */
import { defineMessage } from '../message.ts';

export const planMessages = {
  'plan.no_rounds_yet': defineMessage(
    {},
    {
      en: 'No round is drawn yet.',
      es: 'Todavía no se ha sorteado ninguna ronda.',
      pt: 'Ainda não foi sorteada nenhuma ronda.',
    },
  ),
  'plan.everyone_partners_everyone_once': defineMessage(
    {},
    {
      en: 'Everyone partners everyone once.',
      es: 'Cada jugador forma pareja una vez con cada uno de los demás.',
      pt: 'Cada jogador faz dupla uma vez com cada um dos outros.',
    },
  ),
  'plan.nobody_partners_twice': defineMessage(
    {},
    {
      en: 'Nobody partners anyone twice.',
      es: 'Ninguna pareja se repite.',
      pt: 'Nenhuma dupla se repete.',
    },
  ),
  'plan.teammates_repeat': defineMessage(
    { repeats: 'whole', bound: 'whole' },
    {
      en: '{repeats, plural, one {# pair plays} other {# pairs play}} together again; {bound, plural, =0 {it may be possible without} one {# repeat cannot be avoided} other {# repeats cannot be avoided}}.',
      es: '{repeats, plural, one {Se repite # pareja} other {Se repiten # parejas}}; {bound, plural, =0 {quizá sea posible evitarlo} one {# repetición es inevitable} other {# repeticiones son inevitables}}.',
      pt: '{repeats, plural, one {Repete-se # dupla} other {Repetem-se # duplas}}; {bound, plural, =0 {talvez seja possível evitá-lo} one {# repetição é inevitável} other {# repetições são inevitáveis}}.',
    },
  ),
  'plan.everyone_opposes_everyone': defineMessage(
    { times: 'whole' },
    {
      en: 'Everyone meets everyone {times, plural, one {once} =2 {twice} other {# times}} as an opponent.',
      es: 'Cada jugador se enfrenta {times, plural, one {# vez} other {# veces}} a cada uno de los demás.',
      pt: 'Cada jogador defronta {times, plural, one {# vez} other {# vezes}} cada um dos outros.',
    },
  ),
  'plan.opponents_meet': defineMessage(
    { min: 'whole', max: 'whole' },
    {
      en: 'Any two players meet as opponents {min, plural, =0 {at most} other {between # and}} {max, plural, one {once} other {# times}}.',
      es: 'Dos jugadores cualesquiera se enfrentan {min, plural, =0 {como mucho} other {entre # y}} {max, plural, one {# vez} other {# veces}}.',
      pt: 'Quaisquer dois jogadores defrontam-se {min, plural, =0 {no máximo} other {entre # e}} {max, plural, one {# vez} other {# vezes}}.',
    },
  ),
  'plan.pairs_meet_equally': defineMessage(
    { times: 'whole' },
    {
      en: 'Every pair meets every other {times, plural, one {once} =2 {twice} other {# times}}.',
      es: 'Cada pareja se enfrenta {times, plural, one {# vez} other {# veces}} a cada una de las demás.',
      pt: 'Cada dupla defronta {times, plural, one {# vez} other {# vezes}} cada uma das outras.',
    },
  ),
  'plan.pairs_meet': defineMessage(
    { min: 'whole', max: 'whole' },
    {
      en: 'Any two pairs meet {min, plural, =0 {at most} other {between # and}} {max, plural, one {once} other {# times}}.',
      es: 'Dos parejas cualesquiera se enfrentan {min, plural, =0 {como mucho} other {entre # y}} {max, plural, one {# vez} other {# veces}}.',
      pt: 'Quaisquer duas duplas defrontam-se {min, plural, =0 {no máximo} other {entre # e}} {max, plural, one {# vez} other {# vezes}}.',
    },
  ),
  'plan.nobody_rests': defineMessage({}, { en: 'Nobody rests.', es: 'Nadie descansa.', pt: 'Ninguém descansa.' }),
  'plan.everyone_rests': defineMessage(
    { times: 'whole' },
    {
      en: 'Everyone rests {times, plural, one {once} =2 {twice} other {# times}}.',
      es: 'Todos descansan {times, plural, one {# vez} other {# veces}}.',
      pt: 'Todos descansam {times, plural, one {# vez} other {# vezes}}.',
    },
  ),
  'plan.rests_within_one': defineMessage(
    {},
    {
      en: 'Rests differ by at most one.',
      es: 'Los descansos difieren como mucho en uno.',
      pt: 'Os descansos diferem no máximo em um.',
    },
  ),
  'plan.rests_differ': defineMessage(
    { difference: 'whole' },
    {
      en: 'Rests differ by up to {difference, number}.',
      es: 'Los descansos difieren hasta en {difference, number}.',
      pt: 'Os descansos diferem até {difference, number}.',
    },
  ),
  'plan.favourites_win': defineMessage(
    { percent: 'whole' },
    {
      en: 'On average the favourites win {percent, number} matches in 100.',
      es: 'De media, los favoritos ganan {percent, number} partidos de cada 100.',
      pt: 'Em média, os favoritos ganham {percent, number} encontros em cada 100.',
    },
  ),
  'plan.avoided_pairs_gave_way': defineMessage(
    { times: 'whole' },
    {
      en: 'Avoided pairs play together {times, plural, one {once} =2 {twice} other {# times}}.',
      es: 'Parejas que se querían evitar juegan juntas {times, plural, one {# vez} other {# veces}}.',
      pt: 'Duplas que se queria evitar jogam juntas {times, plural, one {# vez} other {# vezes}}.',
    },
  ),
  'plan.fixed_pairs_gave_way': defineMessage(
    { times: 'whole' },
    {
      en: 'Fixed pairs are split {times, plural, one {once} =2 {twice} other {# times}}.',
      es: 'Las parejas fijas se separan {times, plural, one {# vez} other {# veces}}.',
      pt: 'As duplas fixas separam-se {times, plural, one {# vez} other {# vezes}}.',
    },
  ),
  'plan.changed_by_hand': defineMessage(
    {},
    {
      en: 'Rounds were changed by hand.',
      es: 'Hay rondas cambiadas a mano.',
      pt: 'Há rondas alteradas à mão.',
    },
  ),
  'plan.no_plan_can_do_better': defineMessage(
    {},
    {
      en: 'No plan can do better.',
      es: 'Ningún plan puede ser mejor.',
      pt: 'Nenhum plano pode ser melhor.',
    },
  ),
};
