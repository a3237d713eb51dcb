export { cardSvg } from './card/card-picture.ts';
export { progressSvg, progressWidths } from './progress/progress-picture.ts';
export { policyOf, type Theme, themes } from './theme.ts';
