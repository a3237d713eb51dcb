/** Operators that are signed in. */
import assert from 'node:assert/strict';
import type { OperatorSignIn } from '@bandeja/contract/operators';
import type { TestClient, TestService } from './service.ts';

/** Signs an operator in. @param operator with the token; default: that of the environment */
export async function signedInOperator(
  { nobody, ...service }: Pick<TestService, 'operator' | 'nobody'>,
  operator: TestClient = service.operator,
): Promise<{ readonly signIn: OperatorSignIn; readonly cookie: string; readonly client: TestClient }> {
  const answer = await operator.request<OperatorSignIn>('POST', '/admin/v1/sign-in');
  assert.equal(answer.status, 201, answer.text);
  const [cookie = ''] = (answer.headers['set-cookie'] ?? '').split(';');
  return { signIn: answer.body, cookie, client: nobody.withHeaders({ cookie, 'bandeja-mode': 'live' }) };
}
