/** The service that all contract tests of a process share, with the callers that they need. */
import { before } from 'node:test';
import type { Engine } from '../../support/engines.ts';
import { signedInOperator } from '../../support/operators.ts';
import { addedPerson, freshPerson } from '../../support/people.ts';
import { type TestClient, type TestPartner, type TestService, useTestService } from '../../support/service.ts';
import { callers, type Operation } from './document.ts';
import { fixtureOf } from './fixture.ts';

/** Contract tests send more requests than any client. */
const RATE_LIMITS = { starter: 10_000_000, pro: 10_000_000, enterprise: 10_000_000 };

export interface Callers {
  readonly partner: TestPartner;
  readonly tester: TestPartner;
  readonly operator: TestClient;
  readonly signedInOperator: TestClient;
  readonly nobody: TestClient;
  readonly phone: TestClient;
  readonly answerer: TestClient;
  readonly manager: TestClient;
  readonly invited: TestClient;
}

export function useContractService(engine?: Engine): () => TestService {
  return useTestService({ ...(engine && { engine }), rateLimits: RATE_LIMITS });
}

/** Callers that may call everything of their kind. */
export function useCallers(service: () => TestService): (operation: Operation) => TestClient {
  let clients: Callers | undefined;
  before(async () => {
    const { operator, nobody } = service();
    const { phone, answerer } = await fixtureOf(service());
    const partner = await service().freshPartner();
    const { invitation } = await addedPerson(service(), partner.id);
    clients = {
      operator,
      signedInOperator: (await signedInOperator(service())).client,
      nobody,
      phone,
      answerer,
      partner,
      manager: (await freshPerson(service(), partner.id)).client,
      invited: nobody.withToken(invitation.token),
      tester: await service().freshPartner({ mode: 'test' }),
    };
  });
  return ({ access }) => {
    if (clients === undefined) throw new Error('callers are there inside of tests only');
    return clients[callers[access]];
  };
}
