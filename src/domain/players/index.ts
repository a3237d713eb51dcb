/** Players: registering, reading, changing, finding and sharing them. */
export { confidenceLevels } from '../../rating/index.ts';
export { PlayerBatch, PlayerBatchEnvelope, PlayerBatchResults } from './batch-shapes.ts';
export { erasePlayer, erasePlayerById } from './erase.ts';
export { listPeople } from './people.ts';
export { countPercentiles } from './percentiles.ts';
export { getPlayer, NOT_THE_CREATOR, updatePlayer } from './players.ts';
export {
  openRegistrationQueue,
  type RegistrationQueue,
  type RegistrationResult,
  registerPlayer,
  registerPlayers,
} from './register.ts';
export { registerBatch } from './register-batch.ts';
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
