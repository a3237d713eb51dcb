export { type FaultCode, type FaultDefinition, faultRegistry } from './fault-registry.ts';
export { type Fault, Problem, type ProblemOptions } from './problem.ts';
export {
  type ErrorCode,
  type ErrorDefinition,
  errorRegistry,
} from './registry.ts';
