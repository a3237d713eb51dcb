export { cardSvg } from './card-svg.ts';
export { policyOf, type Theme, themes } from './theme.ts';
