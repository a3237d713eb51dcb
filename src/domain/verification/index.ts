export type { Difference } from './differences.ts';
export { type Verification, type VerificationOptions, verifyRatings } from './verify.ts';
