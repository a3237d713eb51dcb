/** The public data that models are judged on. It is not part of the project. */
import type { Scoring } from '@bandeja/rating';

/** A file of matches, and how its scores are counted. */
export interface Source {
  readonly name: string;
  readonly title: string;
  /** What set scores count in. */
  readonly unit: Scoring;
  /** Units of a standard match: about the mean of the sport. */
  readonly std: number;
  /** Where it comes from, and what it may be used for. */
  readonly origin: string;
}

/** In the order of the tables. */
export const sources: readonly Source[] = [
  {
    name: 'padel',
    title: 'FIP tour padel, men and women',
    unit: 'games',
    std: 20,
    origin: 'LAKHAL-Farah/padel-sports-analytics, from padelfip.com; personal and research use, no licence file',
  },
  {
    name: 'atp',
    title: 'ATP tour doubles',
    unit: 'games',
    std: 20,
    origin: 'JeffSackmann/tennis_atp, CC BY-NC-SA 4.0',
  },
  {
    name: 'vb',
    title: 'AVP and FIVB beach volleyball, men and women',
    unit: 'points',
    std: 76,
    origin: 'BigTimeStats/beach-volleyball, CC BY-NC-SA 4.0 by its README',
  },
  {
    name: 'pickle',
    title: 'PPA and MLP pickleball doubles',
    unit: 'points',
    std: 36,
    origin: 'chad-murphy-data/pickleball; no licence found, research use',
  },
];
