import type { RequestOptions } from '@bandeja/client';
import { command } from '../command.ts';
import { wrongUse } from '../exit.ts';
import { option } from '../options.ts';
import { jsonFile } from './files.ts';

interface ApiOptions {
  readonly input?: string;
  readonly include?: boolean;
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** `bandeja api` */
export const api = command<ApiOptions>({
  use: 'api <method> <path>',
  description:
    'Send a request to the API and print the response. Paths below /admin use the operator token, all others the key.',
  args: { method: 'GET, POST, PUT, PATCH or DELETE', path: 'The path, such as "/v1/matches?limit=5"' },
  options: [
    option('--input <file>', 'Send this JSON file as the body (“-” for standard input)'),
    option('--include', 'Also print the status and the headers'),
  ],
  examples: [
    'api GET "/v1/matches?limit=5"',
    'api POST /v1/players --input player.json',
    'api GET /v1/sandbox --include',
  ],
  json: null,
  run: async (call, verb, path) => {
    const method = verb.toUpperCase();
    if (!METHODS.includes(method)) throw wrongUse(`“${verb}” is not a method. Use ${METHODS.join(', ')}.`);
    if (!path.startsWith('/')) throw wrongUse(`The path must start with a slash: /${path}`);
    const client = path.startsWith('/admin/') ? call.operator : call.partner;
    const { input, include = false } = call.options;
    const body = input === undefined ? undefined : await jsonFile(call, input, 'JSON');
    const accept: RequestOptions['accept'] = /\.svg(\?|$)/.test(path) ? 'image/svg+xml' : 'application/json';
    const response = await client.request(method, path, { body, accept }).withResponse();
    const { terminal } = call.context;
    if (include) {
      const headers = [...response.headers].map(([name, value]) => `${name}: ${value}\n`).join('');
      terminal.out(`${response.status}\n${headers}\n`);
    }
    if (response.data === null) return;
    terminal.out(typeof response.data === 'string' ? response.data : `${JSON.stringify(response.data, null, 2)}\n`);
  },
});
