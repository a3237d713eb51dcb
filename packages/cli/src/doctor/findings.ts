import { type Api, BandejaError, version } from '@bandeja/client';
import { failureOf } from '../api/client.ts';
import { ANOTHER_PORT } from '../api/refusal.ts';
import type { Call } from '../command.ts';

const finding = (
  code: string,
  state: Api.Finding['state'],
  text: string,
  advice: string | null = null,
): Api.Finding => ({ code, state, text, advice, values: {} });

const NO_SERVICE = [
  "Is it running? systemctl status 'bandeja@*', docker ps.",
  "What did it log last? journalctl -u 'bandeja@*' -n 50. If a setting is wrong, the service names it and exits.",
  'Where does it listen? By default on 127.0.0.1:8080 (HOST, PORT). Use this address, not the proxy’s: a proxy should block /admin/.',
].join('\n');

export async function reachability(call: Call<object>): Promise<Api.Finding> {
  const { url } = call.connection;
  try {
    await call.anyone.service.live();
    return finding('reachable', 'ok', `A service answers at ${url}.`);
  } catch (error) {
    const failure = failureOf(error);
    if (failure !== null) return finding('reachable', 'problem', failure.message, NO_SERVICE);
    if (!(error instanceof BandejaError)) throw error;
    const text = `Something else answers at ${url}, with status ${error.status}.`;
    return finding('reachable', 'problem', text, 'Set BANDEJA_URL to the address of the service, without /v1.');
  }
}

export async function readiness({ anyone }: Call<object>): Promise<Api.Finding> {
  try {
    await anyone.service.ready();
    return finding('ready', 'ok', 'It accepts requests.');
  } catch (error) {
    if (!(error instanceof BandejaError)) throw error;
    const advice = "See its log: journalctl -u 'bandeja@*' -n 50.";
    return finding('ready', 'problem', `It accepts no requests: ${error.detail}`, advice);
  }
}

/** The findings of the service about itself. */
export async function diagnosis(call: Call<object>): Promise<readonly Api.Finding[]> {
  const where = 'It is in OPERATOR_TOKEN of the service, or in DATA_DIR/operator-token.';
  const { operatorToken, profile, sourceOf } = call.connection;
  const source = sourceOf('BANDEJA_OPERATOR_TOKEN');
  if (operatorToken === null) {
    const missing = profile === undefined ? `${source} is not set` : `The profile “${profile}” has no operator token`;
    return [finding('operator_token', 'problem', `${missing}, so nothing else was checked.`, where)];
  }
  try {
    const { service_version, findings } = await call.operator.service.diagnosis();
    const accepted = finding('operator_token', 'ok', `The service accepts the operator token from ${source}.`);
    return [accepted, versionFinding(service_version), ...findings];
  } catch (error) {
    const failure = failureOf(error);
    if (failure !== null) return [finding('diagnosis', 'problem', failure.message, NO_SERVICE)];
    if (!(error instanceof BandejaError)) throw error;
    if (error.status === 401) {
      const text = `The service does not accept the operator token from ${source}.`;
      return [finding('operator_token', 'problem', text, where)];
    }
    const text = `The service could not check itself: ${error.detail}`;
    return [finding('diagnosis', 'problem', text, adviceAfter(error))];
  }
}

function adviceAfter({ status, code }: BandejaError): string {
  if (code === 'route_not_found') return ANOTHER_PORT;
  // A 404 of the service has a code.
  if (status === 404) return 'A proxy blocks /admin/. Set BANDEJA_URL to the service’s own address and port.';
  return 'See the log of the service.';
}

function versionFinding(service: string): Api.Finding {
  if (service === version) return finding('version', 'ok', `Service and command have version ${version}.`);
  const text = `The service has version ${service}, the command ${version}.`;
  return finding('version', 'warning', text, 'Use the command of the service’s version.');
}
