/** The public data that benches predict. It is not part of the project. docs/accuracy.md lists origins and licences. */
import type { Scoring } from '@bandeja/rating';

/** A file of matches, and the unit of its scores. */
export interface Source {
  readonly name: string;
  readonly title: string;
  readonly unit: Scoring;
  /** Units of a standard match: about the mean of the sport. */
  readonly std: number;
}

export const PADEL: Source = { name: 'padel', title: 'FIP tour padel, men and women', unit: 'games', std: 20 };

/** In the order of the tables. */
export const sources: readonly Source[] = [
  PADEL,
  { name: 'atp', title: 'ATP tour doubles', unit: 'games', std: 20 },
  { name: 'vb', title: 'AVP and FIVB beach volleyball, men and women', unit: 'points', std: 76 },
  { name: 'pickle', title: 'PPA and MLP pickleball doubles', unit: 'points', std: 36 },
];
