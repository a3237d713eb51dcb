/**
 * What may be wrong with a body, said rule by rule. `faultsOf(shape, value)` judges a value by its shape; `parseBody` adds the rules
 * between fields and throws. Shapes are built from the blocks in `../shapes.ts`.
 */
export { FAULTS_COUNTED_MAX, FAULTS_SHOWN_MAX, FaultList } from './collect.ts';
export { faultsOf, isValid } from './faults-of.ts';
export { type BodyRules, parseBody } from './parse-body.ts';
export { pointerTo } from './pointer.ts';
export { readJson } from './read-json.ts';
export { isUnstorable } from './text.ts';
export { answerFaults, validatorOf } from './validator.ts';
