import type { Insight } from '../shapes.ts';
/** An insight that may be told, if no stronger one of its family is. */
export interface Candidate extends Insight {
  readonly family: string;
}
