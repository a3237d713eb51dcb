import { type Static, Type } from 'typebox';
import type { Fault } from './errors/problem.ts';
import { pointerTo } from './pointer.ts';
import { type Answer, Fields, named, ShownText, Text } from './shapes.ts';

/** The most ids that a partner stores for a player. */
export const EXTERNAL_IDS_MAX = 20;

const KIND = '[a-z0-9_-]{1,32}';

export const ExternalIdKind = Text(1, 32, {
  pattern: `^${KIND}$`,
  'x-form': '1–32 of a–z, 0–9, “_” and “-”',
  description: 'The system that the id is from, in your words.',
  examples: ['licence'],
});

const Value = ShownText(1, 128, {
  description: 'The player’s id in that system. Compared exactly.',
  examples: ['ES-1024'],
});

export const ExternalId = named(
  'ExternalId',
  Fields({ kind: ExternalIdKind, value: Value }, { description: 'A player’s id in another system of yours.' }),
);
export type ExternalId = Answer<typeof ExternalId>;

export const ExternalIdPut = named(
  'ExternalIdPut',
  Fields({ value: Value }, { description: 'The id.', examples: [{ value: 'ES-1024' }] }),
);
export type ExternalIdPut = Static<typeof ExternalIdPut>;

/** The ids of a player in a response. */
export const externalIds = Type.Array(ExternalId, {
  description: 'The ids that you stored for the player, by kind. No other partner sees them.',
  examples: [[{ kind: 'licence', value: 'ES-1024' }]],
});

/** The ids of a player to register. */
export const newExternalIds = Type.Array(
  Fields(
    { kind: ExternalIdKind, value: Value },
    { description: 'An id.', examples: [{ kind: 'licence', value: 'ES-1024' }] },
  ),
  {
    maxItems: EXTERNAL_IDS_MAX,
    'x-faults': { maxItems: 'out_of_range' },
    description:
      'The player’s ids in your other systems, at most one of a kind. An existing player gets those of kinds that it has not.',
    examples: [[{ kind: 'licence', value: 'ES-1024' }]],
  },
);

/** The look-up of a player by an id: kind, colon, value. */
export const ExternalIdQuery = Type.String({
  pattern: `^${KIND}:.{1,128}$`,
  'x-form': 'a kind, a colon and a value of at most 128 characters',
  'x-excludes': ['q', 'roster'],
  description: 'Only the player with this id of yours: kind, colon, value. Excludes `q` and `roster`.',
  examples: ['licence:ES-1024'],
});

/** Kind and value of `kind:value`: a kind contains no colon. */
export function externalIdOf(text: string): ExternalId {
  const colon = text.indexOf(':');
  return { kind: text.slice(0, colon), value: text.slice(colon + 1) };
}

/** Checks that no two ids have the same kind. */
export function externalIdFaults(ids: unknown): Fault[] {
  if (!Array.isArray(ids)) return [];
  const kinds = ids.map((id) => (id as { readonly kind?: unknown } | null)?.kind);
  return kinds.flatMap((kind, index): Fault[] => {
    if (typeof kind !== 'string' || kinds.indexOf(kind) === index) return [];
    const detail = `Send one id of the kind ${kind}.`;
    return [{ pointer: pointerTo('external_ids', String(index)), code: 'conflicting', detail }];
  });
}
