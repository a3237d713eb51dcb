/** What a club reads after its night. */
import { message } from '../message.ts';

export const nightMessages = {
  'night.first_session': message(
    { service_score_change: 'whole', matches: 'whole' },
    {
      en: 'First session: the score moved {service_score_change, number, signed} in {matches, plural, one {# match} other {# matches}}. Nothing was known before, so each result counts for much; the score moves less as more results come in.',
      es: 'Primera sesión: la puntuación cambió {service_score_change, number, signed} en {matches, plural, one {# partido} other {# partidos}}. Antes no se sabía nada, así que cada resultado cuenta mucho; la puntuación cambia menos a medida que llegan más resultados.',
      pt: 'Primeira sessão: a pontuação mudou {service_score_change, number, signed} em {matches, plural, one {# encontro} other {# encontros}}. Antes não se sabia nada, por isso cada resultado conta muito; a pontuação muda menos à medida que chegam mais resultados.',
    },
  ),
};
