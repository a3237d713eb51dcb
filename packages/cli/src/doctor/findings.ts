import { BandejaError } from '@bandeja/client';
import packageJson from '../../package.json' with { type: 'json' };
import { Client, pathOf } from '../api/client.ts';
import type { Environment } from '../environment.ts';
import { CommandFailure } from '../exit.ts';
import { objectOf, objectsOf, textOf } from '../json-value.ts';

export interface Finding {
  readonly code: string;
  readonly state: 'ok' | 'warning' | 'problem';
  readonly text: string;
  readonly advice: string | null;
  readonly values: Readonly<Record<string, unknown>>;
}

type State = Finding['state'];

const finding = (code: string, state: State, text: string, advice: string | null = null): Finding => ({
  code,
  state,
  text,
  advice,
  values: {},
});

const NO_SERVICE = [
  "Is it running? systemctl status 'bandeja@*', docker ps.",
  "What did it log last? journalctl -u 'bandeja@*' -n 50. If a setting is wrong, the service names it and exits.",
  'Where does it listen? By default on 127.0.0.1:8080 (HOST, PORT). Use this address, not the proxy’s: a proxy should block /admin/.',
].join('\n');

export async function reachability({ url }: Environment): Promise<Finding> {
  try {
    const client = new Client({ url, credential: null });
    await client.get(pathOf('health', 'live'));
    return finding('reachable', 'ok', `A service answers at ${client.address}.`);
  } catch (error) {
    if (error instanceof CommandFailure) return finding('reachable', 'problem', error.message, NO_SERVICE);
    if (!(error instanceof BandejaError)) throw error;
    const text = `Something else answers at ${url}, with status ${error.status}.`;
    return finding('reachable', 'problem', text, 'Set BANDEJA_URL to the address of the service, without /v1.');
  }
}

export async function readiness({ url }: Environment): Promise<Finding> {
  try {
    await new Client({ url, credential: null }).get(pathOf('health', 'ready'));
    return finding('ready', 'ok', 'It accepts requests.');
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return finding(
      'ready',
      'problem',
      `It accepts no requests: ${text}`,
      "See its log: journalctl -u 'bandeja@*' -n 50.",
    );
  }
}

/** The findings of the service about itself. */
export async function diagnosis({ url, operatorToken }: Environment): Promise<readonly Finding[]> {
  const where = 'It is in OPERATOR_TOKEN of the service, or in DATA_DIR/operator-token.';
  if (operatorToken === null) {
    return [
      finding('operator_token', 'problem', 'BANDEJA_OPERATOR_TOKEN is not set, so nothing else was checked.', where),
    ];
  }
  try {
    const client = new Client({ url, token: operatorToken, credential: 'BANDEJA_OPERATOR_TOKEN' });
    const body = objectOf(await client.get(pathOf('admin', 'v1', 'diagnosis')));
    return [
      finding('operator_token', 'ok', 'The service accepts BANDEJA_OPERATOR_TOKEN.'),
      versionFinding(textOf(body['service_version']) ?? ''),
      ...objectsOf(body['findings']).map(readFinding),
    ];
  } catch (error) {
    if (error instanceof CommandFailure) return [finding('diagnosis', 'problem', error.message, NO_SERVICE)];
    if (!(error instanceof BandejaError)) throw error;
    if (error.status === 401) {
      return [finding('operator_token', 'problem', 'The service does not accept BANDEJA_OPERATOR_TOKEN.', where)];
    }
    return [
      finding('diagnosis', 'problem', `The service could not check itself: ${error.message}`, adviceAfter(error)),
    ];
  }
}

function adviceAfter({ status, code }: BandejaError): string {
  if (code === 'route_not_found') return 'The service may be older than this command.';
  // A 404 of the service has a code.
  if (status === 404) return 'A proxy blocks /admin/. Set BANDEJA_URL to the service’s own address and port.';
  return 'See the log of the service.';
}

function versionFinding(service: string): Finding {
  const own = packageJson.version;
  if (service === own) return finding('version', 'ok', `Service and command have version ${own}.`);
  const text = `The service has version ${service}, the command ${own}.`;
  return finding('version', 'warning', text, 'Use the command of the service’s version.');
}

function readFinding(entry: Readonly<Record<string, unknown>>): Finding {
  const state = textOf(entry['state']);
  return {
    code: textOf(entry['code']) ?? '',
    state: state === 'ok' || state === 'warning' ? state : 'problem',
    text: textOf(entry['text']) ?? '',
    advice: textOf(entry['advice']),
    values: objectOf(entry['values']),
  };
}
