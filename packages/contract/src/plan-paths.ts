/** The paths of night plans. */
import { Type } from 'typebox';
import { PLAN_COURTS_MAX, PLAN_ROUNDS_MAX } from './plan-bodies.ts';
import { Fields, Text } from './shapes.ts';

const ref = Text(1, 128, {
  description: 'The `session_external_ref` of the night.',
  examples: ['club-norte-2025-10-17'],
});
const newRef = Text(1, 128, {
  pattern: '^(?!\\.{1,2}$)',
  'x-form': 'neither `.` nor `..`, which a path cannot contain',
  description: 'The `session_external_ref` of the night.',
  examples: ['club-norte-2025-10-17'],
});
const round = Type.String({
  pattern: '^([1-9]|[1-3][0-9]|40)$',
  'x-form': `a number from 1 to ${PLAN_ROUNDS_MAX}`,
  description: 'The round.',
  examples: ['1'],
});
const court = Type.String({
  pattern: '^([1-9]|1[0-6])$',
  'x-form': `a number from 1 to ${PLAN_COURTS_MAX}`,
  description: 'The court.',
  examples: ['1'],
});
export const NewPlanPath = Fields({ ref: newRef });
export const PlanPath = Fields({ ref });
export const RoundPath = Fields({ ref, round });
export const CourtPath = Fields({ ref, round, court });
/** A court of the night that the caller’s link shows. */
export const NightCourtPath = Fields({ round, court });
