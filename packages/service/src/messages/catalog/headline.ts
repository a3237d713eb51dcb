/** The headlines of cards without an insight. */
import { defineMessage } from '../message.ts';

/** Whether the sentence is about all rated matches or about the newest ones. */
const span = ['all', 'last'] as const;

export const headlineMessages = {
  'headline.first_matches': defineMessage(
    {
      stage: ['placing', 'placing_longer', 'placed'],
      matches: 'whole',
      matches_needed: 'whole',
      service_score: 'whole',
      uncertainty: 'whole',
    },
    {
      en: '{stage, select, placing {Placed at {service_score, number, score} after {matches, number} of {matches_needed, plural, one {# match} other {# matches}}.} placing_longer {Placed at {service_score, number, score} after {matches, plural, one {# match} other {# matches}} so far.} other {{matches, plural, one {First match} other {First # matches}}: placed at {service_score, number, score}, give or take {uncertainty, number, score}.}}',
      es: '{stage, select, placing {Puntuación inicial tras {matches, number} de {matches_needed, plural, one {# partido} other {# partidos}}: {service_score, number, score}.} placing_longer {Puntuación inicial, por ahora tras {matches, plural, one {# partido} other {# partidos}}: {service_score, number, score}.} other {{matches, plural, one {Tras el primer partido} other {Tras los # primeros partidos}}: {service_score, number, score} puntos, con un margen de ±{uncertainty, number, score}.}}',
      pt: '{stage, select, placing {Pontuação inicial após {matches, number} de {matches_needed, plural, one {# encontro} other {# encontros}}: {service_score, number, score}.} placing_longer {Pontuação inicial, por agora após {matches, plural, one {# encontro} other {# encontros}}: {service_score, number, score}.} other {{matches, plural, one {Após o primeiro encontro} other {Após os # primeiros encontros}}: {service_score, number, score} pontos, com uma margem de ±{uncertainty, number, score}.}}',
    },
  ),
  'headline.as_expected': defineMessage(
    {
      won: 'whole',
      draws: 'whole',
      matches: 'whole',
      span,
      expected_wins: 'decimal',
      compared: ['at_rating', 'ahead', 'behind'],
    },
    {
      en: 'Won {won, number}{draws, plural, =0 {} other { and drew #}} of {span, select, last {the last {matches, number}} other {{matches, number}}}; {expected_wins, number, tenth} were expected{draws, plural, =0 {} other {, a draw counting half}}: {compared, select, ahead {ahead of the rating} behind {behind the rating} other {right at the rating}}.',
      es: '{won, plural, one {# victoria} other {# victorias}}{draws, plural, =0 {} one { y # empate} other { y # empates}} en {span, select, last {los últimos {matches, number} partidos} other {{matches, number} partidos}}, cuando se esperaban {expected_wins, number, tenth}{draws, plural, =0 {} other {, con el empate como media victoria}}: {compared, select, ahead {por encima de lo que indica la puntuación} behind {por debajo de lo que indica la puntuación} other {lo que indica la puntuación}}.',
      pt: '{won, plural, one {# vitória} other {# vitórias}}{draws, plural, =0 {} one { e # empate} other { e # empates}} {span, select, last {nos últimos {matches, number} encontros} other {em {matches, number} encontros}}, quando se esperavam {expected_wins, number, tenth}{draws, plural, =0 {} other {, com o empate como meia vitória}}: {compared, select, ahead {acima do que indica a pontuação} behind {abaixo do que indica a pontuação} other {o que indica a pontuação}}.',
    },
  ),
  'headline.played': defineMessage(
    { matches: 'whole' },
    {
      en: '{matches, plural, one {# rated match} other {# rated matches}} so far.',
      es: '{matches, plural, one {# partido puntuado} other {# partidos puntuados}} hasta ahora.',
      pt: '{matches, plural, one {# encontro pontuado} other {# encontros pontuados}} até agora.',
    },
  ),
  'headline.no_matches': defineMessage(
    {},
    { en: 'No matches yet', es: 'Todavía sin partidos', pt: 'Ainda sem encontros' },
  ),
};
