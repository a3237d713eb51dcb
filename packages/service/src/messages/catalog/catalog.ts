import { cardPictureMessages } from './card-picture.ts';
import { explanationMessages } from './explanation.ts';
import { headlineMessages } from './headline.ts';
import { insightMessages } from './insights.ts';
import { nightMessages } from './night.ts';
import { pictureMessages } from './pictures.ts';
import { planMessages } from './plan.ts';
import { playerMessages } from './player.ts';

/** Every sentence for a player or a coach, by code. */
export const catalog = {
  ...playerMessages,
  ...explanationMessages,
  ...insightMessages,
  ...headlineMessages,
  ...nightMessages,
  ...planMessages,
  ...cardPictureMessages,
  ...pictureMessages,
};
