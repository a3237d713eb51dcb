/** What `bandeja doctor` finds out by itself, from where it is run; the service says the rest. */
import packageJson from '../../../package.json' with { type: 'json' };
import { BandejaError } from '../../../sdk/src/index.ts';
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

type Findings = readonly Finding[];

const fine = (code: string, text: string): Finding => ({ code, state: 'ok', text, advice: null, values: {} });
const warning = (code: string, text: string, advice: string): Finding => ({
  code,
  state: 'warning',
  text,
  advice,
  values: {},
});
const problem = (code: string, text: string, advice: string): Finding => ({
  code,
  state: 'problem',
  text,
  advice,
  values: {},
});

/** Where to look if there is no service to ask. */
const NO_SERVICE = [
  'Is it running? systemctl status bandeja, docker ps.',
  'What did it say last? journalctl -u bandeja -n 50. If a setting is wrong, it names it and exits.',
  'Where does it listen? By default on 127.0.0.1:8080 (HOST, PORT). A proxy should not pass on what operators ask: use the service’s own port.',
].join('\n');

/** Whether there is a service. Nothing else can be looked at without. */
export async function reachability({ url }: Environment): Promise<Finding> {
  try {
    const client = new Client({ url, credential: null });
    await client.get(pathOf('health', 'live'));
    return fine('reachable', `A service answers at ${client.address}.`);
  } catch (error) {
    if (error instanceof CommandFailure) return problem('reachable', error.message, NO_SERVICE);
    if (!(error instanceof BandejaError)) throw error;
    const text = `What answers at ${url} is not this service (status ${error.status}).`;
    return problem('reachable', text, 'Set BANDEJA_URL to the address of the service, without /v1.');
  }
}

export async function readiness({ url }: Environment): Promise<Finding> {
  try {
    await new Client({ url, credential: null }).get(pathOf('health', 'ready'));
    return fine('ready', 'It takes requests.');
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return problem(
      'ready',
      `It takes no requests: ${text}`,
      'The log of the service says which: journalctl -u bandeja -n 50.',
    );
  }
}

/** Whether a partner's key is accepted, if there is one; what it may do is another question. */
export async function partnerKey({ url, key }: Environment): Promise<Findings> {
  if (key === null) return [];
  try {
    await new Client({ url, token: key, credential: 'BANDEJA_KEY' }).get(pathOf('v1', 'sessions'), { limit: 1 });
  } catch (error) {
    if (error instanceof CommandFailure) return [problem('key', error.message, 'Set BANDEJA_KEY, or unset it.')];
    if (!(error instanceof BandejaError)) throw error;
    if (error.status === 401) {
      return [problem('key', 'BANDEJA_KEY is not accepted.', 'Issue a new one: bandeja keys issue PARTNER_ID.')];
    }
    if (error.code === 'partner_suspended') {
      return [
        problem('key', 'The partner of BANDEJA_KEY is suspended.', 'bandeja partners update PARTNER_ID --resume'),
      ];
    }
  }
  return [fine('key', 'BANDEJA_KEY is accepted.')];
}

const CLOCK_S_MAX = 5;

/** What the service says of itself, and what can be seen only from here. */
export async function diagnosis({ url, operatorToken }: Environment): Promise<Findings> {
  if (operatorToken === null) {
    return [
      problem(
        'operator_token',
        'BANDEJA_OPERATOR_TOKEN is not set, so the service cannot be asked how it is.',
        'Set it to OPERATOR_TOKEN of the service, or to what is in DATA_DIR/operator-token.',
      ),
    ];
  }
  try {
    const client = new Client({ url, token: operatorToken, credential: 'BANDEJA_OPERATOR_TOKEN' });
    const askedAt = Date.now();
    const body = objectOf(await client.get(pathOf('admin', 'v1', 'diagnosis')));
    const answeredAt = Date.now();
    return [
      fine('operator_token', 'The operator token is the service’s.'),
      versionFinding(textOf(body['service_version']) ?? ''),
      clockFinding(Date.parse(textOf(body['at']) ?? ''), askedAt, answeredAt),
      ...objectsOf(body['findings']).map(readFinding),
    ];
  } catch (error) {
    if (error instanceof CommandFailure) return [problem('diagnosis', error.message, NO_SERVICE)];
    if (!(error instanceof BandejaError)) throw error;
    if (error.status === 401) {
      return [
        problem(
          'operator_token',
          'BANDEJA_OPERATOR_TOKEN is not the service’s.',
          'It is in OPERATOR_TOKEN of the service, or in DATA_DIR/operator-token.',
        ),
      ];
    }
    return [problem('diagnosis', `The service could not say how it is: ${error.message}`, adviceAfter(error))];
  }
}

function adviceAfter({ status, code }: BandejaError): string {
  if (code === 'route_not_found') return 'The service may be older than this command.';
  // A 404 of the service has a code.
  if (status === 404)
    return 'A proxy in between keeps /admin/ closed. Set BANDEJA_URL to the service’s own address and port.';
  return 'See the log of the service.';
}

function versionFinding(service: string): Finding {
  const own = packageJson.version;
  if (service === own) return fine('version', `Service and command have version ${own}.`);
  return warning(
    'version',
    `The service has version ${service}, the command ${own}.`,
    'Use the command of the service’s version; a newer one may ask for what the service does not have.',
  );
}

/** @param at the service's clock while it looked, which was between the asking and the answer */
function clockFinding(at: number, askedAt: number, answeredAt: number): Finding {
  const ahead = (at < askedAt ? at - askedAt : Math.max(0, at - answeredAt)) / 1000;
  if (Math.abs(ahead) <= CLOCK_S_MAX) return fine('own_clock', 'The clock of this machine agrees with the service’s.');
  const direction = ahead > 0 ? 'behind' : 'ahead of';
  return warning(
    'own_clock',
    `The clock of this machine is ${Math.round(Math.abs(ahead))} s ${direction} the service’s.`,
    'Let both machines set their clocks by NTP (timedatectl set-ntp true).',
  );
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
