/** How far a score can be trusted. */
import { message } from '../message.ts';

export const playerMessages = {
  'confidence.provisional': message({}, { en: 'Provisional', es: 'Provisional', pt: 'Provisória' }),
  'confidence.low': message({}, { en: 'Early estimate', es: 'En ajuste', pt: 'Em ajuste' }),
  'confidence.medium': message({}, { en: 'Taking shape', es: 'Casi estable', pt: 'Quase estável' }),
  'confidence.high': message({}, { en: 'Reliable', es: 'Fiable', pt: 'Fiável' }),
  'confidence.very_high': message({}, { en: 'Established', es: 'Consolidada', pt: 'Consolidada' }),
};
