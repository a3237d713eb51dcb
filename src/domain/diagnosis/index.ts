export { diagnose } from './diagnose.ts';
export { Diagnosis } from './shapes.ts';
