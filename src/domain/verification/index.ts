export type { Difference } from './differences.ts';
export { VerificationResult } from './shapes.ts';
export { type Verification, type VerificationOptions, verifyRatings } from './verify.ts';
