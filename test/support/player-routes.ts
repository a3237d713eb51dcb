/** Every route that names a player in its path; the caller has a roster `night`. */
export const playerRoutes = [
  { method: 'GET', path: '/v1/players/:username' },
  { method: 'GET', path: '/v1/players/:username/matches' },
  { method: 'GET', path: '/v1/players/:username/progress' },
  { method: 'GET', path: '/v1/players/:username/analysis' },
  { method: 'GET', path: '/v1/players/:username/card' },
  { method: 'GET', path: '/v1/players/:username/card.svg' },
  { method: 'PATCH', path: '/v1/players/:username', body: { display_name: 'Mine' } },
  { method: 'POST', path: '/v1/players/:username/shares', body: {} },
  { method: 'PUT', path: '/v1/rosters/night/members/:username' },
  { method: 'DELETE', path: '/v1/rosters/night/members/:username' },
] as const;

export type PlayerRoute = (typeof playerRoutes)[number];
