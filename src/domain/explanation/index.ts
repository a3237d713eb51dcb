/** Why a match moved its players, and what one would do. */
export { getExplanation } from './get-explanation.ts';
export { previewMatch } from './preview.ts';
export { MatchExplanation, MatchPreview } from './shapes.ts';
