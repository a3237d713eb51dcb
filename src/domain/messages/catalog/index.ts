import { explanationMessages } from './explanation.ts';
import { playerMessages } from './player.ts';

/** Every sentence that the service says to a player or a coach, by code. */
export const catalog = { ...playerMessages, ...explanationMessages };
