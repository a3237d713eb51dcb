export { changePartNames as changePartCodes } from '../../rating/index.ts';
export type { ExplainedPart, ExplainedParticipant, MatchExplanation } from './explain.ts';
export { getExplanation } from './get-explanation.ts';
