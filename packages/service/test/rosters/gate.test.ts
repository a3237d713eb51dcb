import { describeGate } from '../support/gate.ts';
import { onEachEngine, useTestService } from '../support/service.ts';

const reading = { scopes: ['read:players'] } as const;
const writing = { scopes: ['write:players'], plans: ['pro', 'enterprise'] } as const;

onEachEngine((engine) => {
  const service = useTestService({ engine });
  describeGate(service, { method: 'GET', path: '/v1/rosters', ...reading });
  describeGate(service, { method: 'GET', path: '/v1/rosters/night', ...reading });
  describeGate(service, { method: 'PUT', path: '/v1/rosters/night', body: { name: 'Night' }, ...writing });
  describeGate(service, { method: 'DELETE', path: '/v1/rosters/night', ...writing });
  describeGate(service, { method: 'GET', path: '/v1/rosters/night/members', ...reading });
  describeGate(service, { method: 'POST', path: '/v1/rosters/night/members', body: { share_code: 'x' }, ...writing });
  describeGate(service, { method: 'PUT', path: '/v1/rosters/night/members/ana', ...writing });
  describeGate(service, { method: 'DELETE', path: '/v1/rosters/night/members/ana', ...writing });
});
