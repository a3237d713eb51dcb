export { cardSvg } from './card/card-picture.ts';
export { policyOf, type Theme, themes } from './theme.ts';
