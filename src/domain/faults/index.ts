/**
 * What may be wrong with a body, said rule by rule. `faultsOf(shape, value)` judges a value alone; `collectFaults` makes
 * one list of several judgements; `parseBody` does both and throws. Shapes are built from the blocks in `../shapes.ts`.
 */
export { collectFaults, FAULTS_SHOWN_MAX } from './collect.ts';
export { faultsOf } from './faults-of.ts';
export { type BodyRules, parseBody } from './parse-body.ts';
export { pointerTo } from './pointer.ts';
export { isUnstorable } from './text.ts';
export { answerFaults, validatorOf } from './validator.ts';
