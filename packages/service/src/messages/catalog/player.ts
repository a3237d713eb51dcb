/** The names of the confidence levels of a score. */
import { defineMessage } from '../message.ts';

export const playerMessages = {
  'confidence.provisional': defineMessage({}, { en: 'Provisional', es: 'Provisional', pt: 'Provisória' }),
  'confidence.low': defineMessage({}, { en: 'Early estimate', es: 'En ajuste', pt: 'Em ajuste' }),
  'confidence.medium': defineMessage({}, { en: 'Taking shape', es: 'Casi estable', pt: 'Quase estável' }),
  'confidence.high': defineMessage({}, { en: 'Reliable', es: 'Fiable', pt: 'Fiável' }),
  'confidence.very_high': defineMessage({}, { en: 'Established', es: 'Consolidada', pt: 'Consolidada' }),
};
