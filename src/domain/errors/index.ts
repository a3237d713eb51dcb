export { type Fault, Problem, type ProblemOptions } from './problem.ts';
export {
  type ErrorCode,
  type ErrorDefinition,
  errorRegistry,
  type FaultCode,
  type FaultDefinition,
  faultRegistry,
} from './registry.ts';
