/** The sentences of a session recap. */
import { defineMessage } from '../message.ts';

export const nightMessages = {
  'night.first_session': defineMessage(
    { moved: ['up', 'down', 'not'], service_score_change: 'whole', matches: 'whole' },
    {
      en: 'First session: the score {moved, select, up {rose {service_score_change, number, unsigned} {service_score_change, plural, one {point} other {points}}} down {fell {service_score_change, number, unsigned} {service_score_change, plural, one {point} other {points}}} other {did not change}} in {matches, plural, one {# match} other {# matches}}. Nothing was known before, so each result counts for a lot; the score moves less as more results come in.',
      es: 'Primera jornada: la puntuación {moved, select, up {subió {service_score_change, number, unsigned} {service_score_change, plural, one {punto} other {puntos}}} down {bajó {service_score_change, number, unsigned} {service_score_change, plural, one {punto} other {puntos}}} other {no cambió}} en {matches, plural, one {# partido} other {# partidos}}. Aún no había datos, así que cada resultado pesa mucho; con más partidos se irá estabilizando.',
      pt: 'Primeira jornada: a pontuação {moved, select, up {subiu {service_score_change, number, unsigned} {service_score_change, plural, one {ponto} other {pontos}}} down {desceu {service_score_change, number, unsigned} {service_score_change, plural, one {ponto} other {pontos}}} other {não mudou}} em {matches, plural, one {# encontro} other {# encontros}}. Ainda não havia dados, por isso cada resultado pesa muito; com mais encontros irá estabilizando.',
    },
  ),
};
