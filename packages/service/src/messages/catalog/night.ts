/** The sentences of a session recap. */
import { defineMessage } from '../message.ts';

export const nightMessages = {
  'night.first_session': defineMessage(
    { service_score: 'whole', matches: 'whole' },
    {
      en: 'First session: placed at {service_score, number, score} after {matches, plural, one {# match} other {# matches}}. Each result counts for a lot at first, and for less later.',
      es: 'Primera jornada: puntuación inicial de {service_score, number, score} tras {matches, plural, one {# partido} other {# partidos}}. Cada resultado pesa mucho al principio y menos después.',
      pt: 'Primeira jornada: pontuação inicial de {service_score, number, score} após {matches, plural, one {# encontro} other {# encontros}}. Cada resultado pesa muito no início e menos depois.',
    },
  ),
};
