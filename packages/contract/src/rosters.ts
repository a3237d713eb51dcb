import { type Static, Type } from 'typebox';
import { Rating } from './players.ts';
import { type Answer, Fields, InstantText, Maybe, Nullable, named, ShownText, SlugText, Text, Uuid } from './shapes.ts';
import { StartingLevel } from './starting-level.ts';

const rosterName = { description: 'A name to show, if it has one.', examples: ['Monday ladder'] };

export const Roster = named(
  'Roster',
  Fields(
    {
      slug: Type.String({ description: 'The roster’s name in paths.', examples: ['club-night'] }),
      name: Nullable(Type.String(rosterName)),
      members: Type.Integer({ description: 'The number of players on it.', examples: [16] }),
      created_at: InstantText({ description: 'When it was created.', examples: ['2026-05-01T18:00:00.000Z'] }),
    },
    { description: 'A partner’s named group of players.' },
  ),
);
export type Roster = Static<typeof Roster>;

export const RosterMember = named(
  'RosterMember',
  Fields(
    {
      profile_id: Uuid({ description: 'The player’s id.', examples: ['019b76da-a800-7b7e-9d57-0f5d1a2b3c4d'] }),
      username: Type.String({ description: 'The player’s username.', examples: ['ines.carvalho'] }),
      display_name: Type.String({ description: 'The name to show.', examples: ['Ana García'] }),
      profile_is_public: Type.Boolean({ description: 'Whether every partner may see the player.', examples: [false] }),
      added_at: InstantText({ description: 'When the player was added.', examples: ['2026-05-01T18:05:00.000Z'] }),
    },
    { description: 'A player on a roster.' },
  ),
);
export type RosterMember = Static<typeof RosterMember>;

export const RosterPut = named(
  'RosterPut',
  Fields(
    {
      name: Maybe(
        ShownText(1, 80, {
          description: 'A name to show. If left out, an existing roster keeps its name; null removes the name.',
          examples: ['Monday ladder'],
        }),
      ),
    },
    {
      description: 'A roster to create or rename.',
      examples: [{ name: 'Monday ladder' }],
    },
  ),
);
export type RosterPut = Static<typeof RosterPut>;

export const ShareRedemption = named(
  'ShareRedemption',
  Fields(
    {
      share_code: Text(1, 128, {
        description: 'The code from the partner that created the player.',
        examples: ['bdj_share_Zk3v0TqYx81LmW5uPr7Ab2Cd9Ef4Gh6J'],
      }),
    },
    {
      description: 'A share to redeem.',
      examples: [{ share_code: 'bdj_share_Zk3v0TqYx81LmW5uPr7Ab2Cd9Ef4Gh6J' }],
    },
  ),
);
export type ShareRedemption = Static<typeof ShareRedemption>;

export const PathSlug = SlugText('The roster’s slug.');

export const RosterPath = Fields({ slug: PathSlug });

const memberFields = {
  profile_id: Uuid({ description: 'The player’s id.', examples: ['019b76da-a800-7b7e-9d57-0f5d1a2b3c4d'] }),
  username: Type.String({ description: 'The player’s username.', examples: ['ines.carvalho'] }),
  display_name: Type.String({ description: 'The name to show.', examples: ['Ana García'] }),
  starting_level: Nullable(StartingLevel),
  rating: Rating,
  service_score_change: Type.Integer({ description: 'The change of the score over the window.', examples: [33] }),
};

export const RankedPlayer = named(
  'RankedPlayer',
  Fields(
    {
      rank: Type.Integer({
        description:
          '1, 2, 3 in the order of the list. Equal scores do not share a rank: they are ordered by uncertainty, then username.',
        examples: [1],
      }),
      previous_rank: Nullable(
        Type.Integer({
          description: 'The rank before the window, among the players ranked now who had played by then; else null.',
          examples: [3],
        }),
      ),
      ...memberFields,
    },
    { description: 'A ranked member of a roster.' },
  ),
);
export type RankedPlayer = Answer<typeof RankedPlayer>;

export const UnrankedPlayer = named(
  'UnrankedPlayer',
  Fields(
    {
      ...memberFields,
      matches_to_rank: Type.Integer({
        description:
          'The minimum number of rated matches still needed: three minus those played, but at least 1. More may be needed, ' +
          'because the score must also be certain enough.',
        examples: [2],
      }),
    },
    { description: 'A member who is not ranked yet, because the confidence is provisional.' },
  ),
);
export type UnrankedPlayer = Answer<typeof UnrankedPlayer>;

export const InactivePlayer = named(
  'InactivePlayer',
  Fields(
    {
      ...memberFields,
      last_played_at: InstantText({
        description: 'When the last rated match was played.',
        examples: ['2025-05-01T19:10:00.000Z'],
      }),
    },
    { description: 'A member who is in no ranking because the last match is more than 365 days ago.' },
  ),
);
export type InactivePlayer = Answer<typeof InactivePlayer>;
