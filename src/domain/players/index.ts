export { confidenceLevels } from '../../rating/index.ts';
export { countryCodes } from './country.ts';
export { getPlayer } from './get.ts';
export { type RatingView, ratingView } from './rating.ts';
export { type RegisteredPlayerView, type Registration, type RegistrationResult, registerPlayer } from './register.ts';
export { searchPlayers } from './search.ts';
export { SHARE_HOURS_DEFAULT, SHARE_HOURS_MAX, type ShareView, sharePlayer } from './share.ts';
export { updatePlayer } from './update.ts';
export { type PlayerView, playerView } from './view.ts';
