import { OneOf } from './shapes.ts';

export const identities = ['shown', 'hidden', 'erased'] as const;
export type Identity = (typeof identities)[number];

/** Beside each display name of a player of a match, night, ranking or analysis. */
export const identity = OneOf(identities, {
  description:
    'Whose name it is. `shown`: the player’s, whole or shortened. `hidden`: you may not see the player, and the name is a ' +
    'placeholder or, in your own matches, the username. `erased`: the player was erased.',
  examples: ['shown'],
});
