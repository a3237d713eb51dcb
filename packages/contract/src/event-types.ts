export const matchEventTypes = [
  'match.pending',
  'match.disputed',
  'match.confirmation_changed',
  'match.completed',
  'match.amended',
  'match.voided',
] as const;
export const playerEventTypes = ['player.registered', 'player.erased'] as const;
export const eventTypes = [
  ...matchEventTypes,
  'rating.updated',
  ...playerEventTypes,
  'webhook_endpoint.disabled',
] as const;
export type EventType = (typeof eventTypes)[number];
