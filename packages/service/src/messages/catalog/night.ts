/** The sentences of a session recap. */
import { defineMessage } from '../message.ts';

export const nightMessages = {
  'night.first_session': defineMessage(
    { moved: ['up', 'down', 'not'], service_score_change: 'whole', matches: 'whole' },
    {
      en: 'First session: the score {moved, select, up {rose {service_score_change, number, unsigned} {service_score_change, plural, one {point} other {points}}} down {fell {service_score_change, number, unsigned} {service_score_change, plural, one {point} other {points}}} other {did not change}} in {matches, plural, one {# match} other {# matches}}. A new score is cautious, so it rises as it gets certain, often even after defeats. Each result counts for a lot at first, and for less later.',
      es: 'Primera jornada: la puntuación {moved, select, up {subió {service_score_change, number, unsigned} {service_score_change, plural, one {punto} other {puntos}}} down {bajó {service_score_change, number, unsigned} {service_score_change, plural, one {punto} other {puntos}}} other {no cambió}} en {matches, plural, one {# partido} other {# partidos}}. Una puntuación nueva es prudente: sube a medida que es más segura, muchas veces incluso al perder. Cada resultado pesa mucho al principio y menos después.',
      pt: 'Primeira jornada: a pontuação {moved, select, up {subiu {service_score_change, number, unsigned} {service_score_change, plural, one {ponto} other {pontos}}} down {desceu {service_score_change, number, unsigned} {service_score_change, plural, one {ponto} other {pontos}}} other {não mudou}} em {matches, plural, one {# encontro} other {# encontros}}. Uma pontuação nova é prudente: sobe à medida que fica mais segura, muitas vezes até nas derrotas. Cada resultado pesa muito no início e menos depois.',
    },
  ),
};
