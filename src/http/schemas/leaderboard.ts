import { Type } from 'typebox';
import { Rating } from '../../domain/players/index.ts';
import { Fields, Nullable, named, Uuid } from '../../domain/shapes.ts';
import { Pagination } from '../lists.ts';

const standing = {
  profile_id: Uuid({ description: 'The player’s id.', examples: ['019b76da-a800-7b7e-9d57-0f5d1a2b3c4d'] }),
  username: Type.String({ description: 'The player’s username.', examples: ['ana'] }),
  display_name: Type.String({ description: 'The name to show.', examples: ['Ana García'] }),
  rating: Rating,
  service_score_change: Type.Integer({ description: 'How the score has moved over the window.', examples: [33] }),
};

const RankedPlayer = named(
  'RankedPlayer',
  Fields(
    {
      rank: Type.Integer({ description: 'From 1; equal scores share a rank.', examples: [1] }),
      previous_rank: Nullable(
        Type.Integer({
          description: 'Before the window, among those now ranked who had played by then; else null.',
          examples: [3],
        }),
      ),
      ...standing,
    },
    { description: 'A ranked member of a roster.' },
  ),
);

const UnrankedPlayer = named(
  'UnrankedPlayer',
  Fields(standing, { description: 'A member whose confidence is provisional, and who is not ranked yet.' }),
);

export const Leaderboard = named(
  'Leaderboard',
  Fields(
    {
      data: Type.Array(RankedPlayer, { description: 'By score; of equal scores, by username.' }),
      unranked: Type.Array(UnrankedPlayer, {
        description: 'By username: all of them with the first page, whatever its `limit`, nobody with those after it.',
      }),
      pagination: Pagination,
    },
    { description: 'The ranking of a roster.' },
  ),
);
