import { describeGate } from '../support/gate.ts';
import { onEachEngine, useTestService } from '../support/service.ts';

const reading = { scopes: ['read:players'] } as const;
const writing = { scopes: ['write:players'], plans: ['pro', 'enterprise'] } as const;

onEachEngine((engine) => {
  const service = useTestService({ engine });
  describeGate(service, { method: 'GET', path: '/v1/players', query: { q: 'an' }, ...reading });
  describeGate(service, { method: 'GET', path: '/v1/players/search', query: { q: 'an' }, ...reading });
  describeGate(service, { method: 'GET', path: '/v1/players/ana', ...reading });
  describeGate(service, { method: 'POST', path: '/v1/players', body: { username: 'ana' }, ...writing });
  describeGate(service, {
    method: 'POST',
    path: '/v1/players/batch',
    body: { players: [{ username: 'ana' }] },
    ...writing,
  });
  describeGate(service, { method: 'PATCH', path: '/v1/players/ana', body: { display_name: 'Ana' }, ...writing });
  describeGate(service, { method: 'DELETE', path: '/v1/players/ana', ...writing });
  describeGate(service, { method: 'GET', path: '/v1/players/ana/export', ...writing });
  describeGate(service, { method: 'POST', path: '/v1/players/ana/shares', body: { expires_in_hours: 1 }, ...writing });
});
