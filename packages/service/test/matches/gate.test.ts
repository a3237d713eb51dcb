import { describeGate } from '../support/gate.ts';
import { aMatch } from '../support/matches.ts';
import { onEachEngine, useTestService } from '../support/service.ts';

const reading = { scopes: ['write:matches', 'read:players'] } as const;
const writing = { scopes: ['write:matches'], plans: ['pro', 'enterprise'] } as const;
const id = '019de4f2-a340-8f34-a99b-71224f08972d';

onEachEngine((engine) => {
  const service = useTestService({ engine });
  describeGate(service, { method: 'POST', path: '/v1/matches', body: aMatch(), ...writing });
  describeGate(service, { method: 'POST', path: '/v1/matches/batch', body: { matches: [aMatch()] }, ...writing });
  describeGate(service, { method: 'GET', path: '/v1/matches', ...reading });
  describeGate(service, { method: 'GET', path: `/v1/matches/${id}`, ...reading });
  describeGate(service, { method: 'POST', path: `/v1/matches/${id}/confirm`, body: {}, ...writing });
  describeGate(service, { method: 'POST', path: `/v1/matches/${id}/void`, body: { reason: 'Twice.' }, ...writing });
  describeGate(service, { method: 'GET', path: '/v1/matches/sessions/night-42', ...reading });
  describeGate(service, { method: 'GET', path: `/v1/matches/${id}/audit`, ...reading });
  describeGate(service, { method: 'GET', path: '/v1/audit', ...reading });
  describeGate(service, { method: 'GET', path: '/v1/players/ana/matches', scopes: ['read:players'] });
});
