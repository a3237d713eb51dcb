export { cardSvg } from './card/card-picture.ts';
export { progressSvg, progressWidths } from './progress/progress-picture.ts';
export { POSTER_PLAYERS, recapSvg } from './recap/recap-picture.ts';
export { type Look, policyOf, type Theme, themes } from './theme.ts';
