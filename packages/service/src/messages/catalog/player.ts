/** The names of the confidence levels of a score, and what its level is. */
import { defineMessage } from '../message.ts';

export const playerMessages = {
  'scale.name': defineMessage({}, { en: 'Level', es: 'Nivel', pt: 'Nível' }),
  'scale.text': defineMessage(
    {},
    {
      en: 'A level is a score of this service on a scale from 0 to 7, computed from the matches here. It is not the level of another app, and there is no conversion between them.',
      es: 'Un nivel es una puntuación de este servicio en una escala de 0 a 7, calculada con los partidos de aquí. No es el nivel de otra app, y no hay conversión entre ellos.',
      pt: 'Um nível é uma pontuação deste serviço numa escala de 0 a 7, calculada com os jogos daqui. Não é o nível de outra app, e não há conversão entre eles.',
    },
  ),
  'confidence.provisional': defineMessage({}, { en: 'Provisional', es: 'Provisional', pt: 'Provisória' }),
  'confidence.low': defineMessage({}, { en: 'Early estimate', es: 'En ajuste', pt: 'Em ajuste' }),
  'confidence.medium': defineMessage({}, { en: 'Taking shape', es: 'Casi estable', pt: 'Quase estável' }),
  'confidence.high': defineMessage({}, { en: 'Reliable', es: 'Fiable', pt: 'Fiável' }),
  'confidence.very_high': defineMessage({}, { en: 'Established', es: 'Consolidada', pt: 'Consolidada' }),
};
