/** Players: registering, reading, changing, finding and sharing them. */
export { confidenceLevels } from '../../rating/index.ts';
export { getPlayer, type RegistrationResult, registerPlayer, updatePlayer } from './players.ts';
export { searchPlayers } from './search.ts';
export {
  NamedPlayer,
  PathUsername,
  Player,
  PlayerPatch,
  PlayerPath,
  playerFields,
  Rating,
  RegisteredPlayer,
  Registration,
  registrationFaults,
  Share,
  ShareRequest,
} from './shapes.ts';
export { sharePlayer } from './share.ts';
export { playerView, ratingView } from './view.ts';
