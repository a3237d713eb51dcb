import { describeGate } from '../../support/gate.ts';
import { onEachEngine, useTestService } from '../../support/service.ts';

const id = '00000000-0000-4000-8000-000000000000';

onEachEngine((engine) => {
  const service = useTestService({ engine });
  describeGate(service, { method: 'GET', path: '/admin/v1/partners' });
  describeGate(service, { method: 'POST', path: '/admin/v1/partners', body: { name: 'Club Norte', plan: 'pro' } });
  describeGate(service, { method: 'GET', path: `/admin/v1/partners/${id}` });
  describeGate(service, { method: 'PATCH', path: `/admin/v1/partners/${id}`, body: { name: 'Club Sur' } });
  describeGate(service, { method: 'GET', path: `/admin/v1/partners/${id}/keys` });
  describeGate(service, { method: 'POST', path: `/admin/v1/partners/${id}/keys`, body: { scopes: ['read:players'] } });
  describeGate(service, { method: 'POST', path: `/admin/v1/keys/${id}/rotate`, body: { overlap_seconds: 0 } });
  describeGate(service, { method: 'DELETE', path: `/admin/v1/keys/${id}` });
  describeGate(service, { method: 'GET', path: '/admin/v1/usage' });
  describeGate(service, { method: 'GET', path: '/admin/v1/settlement' });
  describeGate(service, { method: 'GET', path: '/admin/v1/calibration' });
  describeGate(service, { method: 'POST', path: '/admin/v1/tasks', body: { kind: 'verify' } });
  describeGate(service, { method: 'GET', path: '/admin/v1/tasks' });
  describeGate(service, { method: 'GET', path: `/admin/v1/tasks/${id}` });
  describeGate(service, { method: 'DELETE', path: `/admin/v1/tasks/${id}` });
});
