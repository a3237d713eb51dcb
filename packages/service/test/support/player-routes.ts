import { aMatch, four } from './matches.ts';

/** A request about one player. */
export interface RequestAbout {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
}

/** The data that a request needs in addition to the player. */
export interface Surroundings {
  /** Three players that the caller may see. */
  readonly others: readonly string[];
  /** A match that the caller has submitted. */
  readonly matchId: string;
}

/** A route with a player that the caller may not see, or that does not exist. */
export interface PlayerRoute {
  readonly name: string;
  /** Status of the response. */
  readonly status: number;
  readonly about: (username: string, surroundings: Surroundings) => RequestAbout;
}

/** The player in the path; the caller has a roster `night`. */
const inPath = (method: RequestAbout['method'], path: string, body?: object): PlayerRoute => ({
  name: `${method} ${path}`,
  status: 404,
  about: (username) => ({ method, path: path.replace(':username', username), ...(body && { body }) }),
});

/** Every route that names a player in its path. */
export const playerRoutes: readonly PlayerRoute[] = [
  inPath('GET', '/v1/players/:username'),
  inPath('GET', '/v1/players/:username/matches'),
  inPath('GET', '/v1/players/:username/progress'),
  inPath('GET', '/v1/players/:username/analysis'),
  inPath('GET', '/v1/players/:username/card'),
  inPath('GET', '/v1/players/:username/card.svg'),
  inPath('GET', '/v1/players/:username/progress.svg'),
  inPath('PATCH', '/v1/players/:username', { display_name: 'Mine' }),
  inPath('POST', '/v1/players/:username/shares', {}),
  inPath('DELETE', '/v1/players/:username'),
  inPath('GET', '/v1/players/:username/audit'),
  inPath('GET', '/v1/players/:username/export'),
  inPath('PUT', '/v1/players/:username/external-ids/licence', { value: '7' }),
  inPath('DELETE', '/v1/players/:username/external-ids/licence'),
  inPath('PUT', '/v1/rosters/night/members/:username'),
  inPath('DELETE', '/v1/rosters/night/members/:username'),
];

const submission = (username: string, { others }: Surroundings) =>
  aMatch({ external_ref: 'refused', participants: four(...others, username) });

/** Every route that names players as the participants of a match. */
export const participantRoutes: readonly PlayerRoute[] = [
  {
    name: 'POST /v1/matches',
    status: 422,
    about: (...of) => ({ method: 'POST', path: '/v1/matches', body: submission(...of) }),
  },
  {
    name: 'POST /v1/matches/batch',
    status: 200,
    about: (...of) => ({ method: 'POST', path: '/v1/matches/batch', body: { matches: [submission(...of)] } }),
  },
  {
    name: 'POST /v1/matches/preview',
    status: 422,
    about: (...of) => {
      const { external_ref: _, winning_team: __, ...body } = submission(...of);
      return { method: 'POST', path: '/v1/matches/preview', body };
    },
  },
  {
    name: 'PATCH /v1/matches/:id',
    status: 422,
    about: (username, { others, matchId }) => ({
      method: 'PATCH',
      path: `/v1/matches/${matchId}`,
      body: { participants: four(...others, username) },
    }),
  },
];
