export { currentSteepness } from './current.ts';
export { holdRateOf } from './hold-rate.ts';
export { countServiceGames, type ScoredMatch, type ServiceGames } from './service-games.ts';
