/** The tools of `bandeja mcp`: what an assistant may ask the service for a partner. */
import type { Api, Bandeja } from '@bandeja/client';
import { MatchPreviewRequest, MatchSubmission, VoidRequest } from '@bandeja/contract/match-bodies';
import type { JsonSchemaType } from '@modelcontextprotocol/server';

export interface Tool {
  readonly name: string;
  readonly description: string;
  /** Of its arguments: a JSON schema. */
  readonly input: JsonSchemaType;
  /** Whether it changes something. */
  readonly isWrite: boolean;
  /** @throws {BandejaError} */
  readonly call: (client: Bandeja, input: never) => Promise<unknown>;
}

const text = (description: string) => ({ type: 'string', minLength: 1, description });
const username = text('The username of a player, from find_players.');
const session = text('The reference of a night or league day, from list_sessions.');
const matchId = text('The id of a match.');

/** A body of the API. The service checks the forms of its texts; an assistant knows only the standard ones. */
const bodyOf = (schema: object): JsonSchemaType =>
  JSON.parse(JSON.stringify(schema), (name, value) => (name === 'format' ? undefined : value)) as JsonSchemaType;

/** An object with exactly these properties. */
const exactly = (properties: Readonly<Record<string, object>>, optional: readonly string[] = []): JsonSchemaType => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
});

const read = <Input>(
  name: string,
  description: string,
  input: JsonSchemaType,
  call: (client: Bandeja, input: Input) => Promise<unknown>,
): Tool => ({ name, description, input, isWrite: false, call });

const write = <Input>(...parts: Parameters<typeof read<Input>>): Tool => ({ ...read(...parts), isWrite: true });

export const tools: readonly Tool[] = [
  read<{ q: string; limit?: number }>(
    'find_players',
    'Find players by name or username. Returns usernames, names and scores.',
    exactly({ q: text('The beginning of a name or username.'), limit: { type: 'integer', minimum: 1, maximum: 100 } }, [
      'limit',
    ]),
    async (client, { q, limit }) => client.players.list({ q, limit }),
  ),
  read<{ username: string }>(
    'player_card',
    'A player on one page: score, level, form, streak, best teammate, last matches.',
    exactly({ username }),
    async (client, input) => client.players.card(input.username),
  ),
  read<{ username: string; limit?: number }>(
    'player_matches',
    'The matches of a player, newest first, with the change of the score in each.',
    exactly({ username, limit: { type: 'integer', minimum: 1, maximum: 100 } }, ['limit']),
    async (client, input) => client.players.matches(input.username, { limit: input.limit }),
  ),
  read<{ match_id: string }>(
    'explain_match',
    'Why a match moved the scores of its four players: every point, with a sentence for each part.',
    exactly({ match_id: matchId }),
    async (client, input) => client.matches.explanation(input.match_id),
  ),
  read<Api.MatchPreviewRequest>(
    'preview_match',
    'Predict a match that is not played yet: the chance of each team, and how each result would move the scores. Stores nothing.',
    bodyOf(MatchPreviewRequest),
    async (client, match) => client.matches.preview(match),
  ),
  read<{ limit?: number }>(
    'list_sessions',
    'The nights and league days of the club, newest first.',
    exactly({ limit: { type: 'integer', minimum: 1, maximum: 100 } }, ['limit']),
    async (client, { limit }) => client.sessions.list({ limit }),
  ),
  read<{ session: string }>(
    'recap',
    'A night or league day that was played: the ranking, the biggest upset, the closest match, every score.',
    exactly({ session }),
    async (client, input) => client.sessions.recap(input.session),
  ),
  read<{ session: string }>(
    'night',
    'A planned night: the pairs of each round and court, the scores so far, the ranking.',
    exactly({ session }),
    async (client, input) => client.plans.get(input.session),
  ),
  write<Api.MatchSubmission>(
    'submit_match',
    'Store a match that was played, and rate its players. Sending it again with the same external_ref stores nothing twice.',
    bodyOf(MatchSubmission),
    async (client, match) => client.matches.submit(match),
  ),
  write<{ match_id: string; reason: string }>(
    'void_match',
    'Void a match that was not played, or stored twice. Its effect on all ratings is taken back. This cannot be undone.',
    exactly({ match_id: matchId, reason: bodyOf(VoidRequest.properties.reason) }),
    async (client, input) => client.matches.void(input.match_id, input.reason),
  ),
];
