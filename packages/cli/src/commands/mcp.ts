import { type Bandeja, BandejaError, version } from '@bandeja/client';
import { describeRefusal } from '../api/refusal.ts';
import { command } from '../command.ts';
import { option } from '../options.ts';

interface McpOptions {
  readonly allowWrites?: boolean;
}

const ROUTES = [
  'GET /v1/key',
  'GET /v1/players',
  'GET /v1/players/{username}/card',
  'GET /v1/players/{username}/matches',
  'GET /v1/matches/{id}/explanation',
  'POST /v1/matches/preview',
  'GET /v1/sessions',
  'GET /v1/matches/sessions/{ref}',
  'GET /v1/sessions/{ref}/plan',
];

/** `bandeja mcp`: a server of the Model Context Protocol, for assistants that run on this computer. */
export const mcp = command<McpOptions>({
  use: 'mcp',
  routes: ROUTES,
  description:
    'Let an assistant read ratings, matches and nights: a Model Context Protocol server on standard input and output. It ends with its input.',
  options: [option('--allow-writes', 'Also let it submit and void matches. Default: it only reads')],
  examples: ['mcp', 'mcp --allow-writes'],
  json: null,
  run: async (call) => {
    const client = call.partner;
    // A wrong key fails here, where the person who sets the server up reads it, not in the first answer.
    await client.service.key();
    await serve(client, call.options.allowWrites === true);
  },
});

/** Resolves when standard input ends. */
async function serve(client: Bandeja, allowsWrites: boolean): Promise<void> {
  const [{ fromJsonSchema, McpServer }, { serveStdio }, { tools }] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('@modelcontextprotocol/server/stdio'),
    import('../mcp-tools.ts'),
  ]);
  const instructions = `Padel results and ratings of a club. ${
    allowsWrites
      ? 'Ask the person before you submit or void a match.'
      : 'This server only reads: to submit or void matches, the person starts it with --allow-writes.'
  }`;
  serveStdio(() => {
    const server = new McpServer({ name: 'bandeja', version }, { instructions });
    for (const { name, description, input, isWrite, call } of tools) {
      if (isWrite && !allowsWrites) continue;
      const annotations = { readOnlyHint: !isWrite, destructiveHint: name === 'void_match' };
      server.registerTool(name, { description, inputSchema: fromJsonSchema(input), annotations }, async (given) =>
        call(client, given as never).then(
          (result) => ({ content: [{ type: 'text' as const, text: JSON.stringify(result) }] }),
          (error: unknown) => ({ isError: true, content: [{ type: 'text' as const, text: refusalText(error) }] }),
        ),
      );
    }
    return server;
  });
  await new Promise((resolve) => process.stdin.once('end', resolve));
}

function refusalText(error: unknown): string {
  if (!(error instanceof BandejaError)) throw error;
  return describeRefusal(error);
}
