import { type Command, InvalidArgumentError } from 'commander';
import { type Client, pathOf } from '../api/client.ts';
import { type ChainBreak, type ChainLink, ChainVerifier } from '../audit-chain.ts';
import { type CommandContext, partnerClient } from '../command-context.ts';
import { countOf } from '../count.ts';
import { exitCodes } from '../exit.ts';
import { type JsonObject, objectOf, objectsOf } from '../json-value.ts';
import { ProgressDisplay } from '../progress/progress-display.ts';

/** The most that the service gives at once: fewest requests for a long chain. */
const PAGE_ENTRIES = 1000;

interface VerifyOptions {
  readonly known?: ChainLink;
  readonly quiet?: boolean;
  readonly json?: boolean;
}

/** `bandeja audit …` */
export function addAudit(program: Command, context: CommandContext): void {
  const audit = program.command('audit').description('The audit trail of everything you submitted. Needs BANDEJA_KEY.');
  audit
    .command('verify')
    .description(
      'Fetch your whole audit chain and check every hash of it here, without trusting the service. Note the head that ' +
        'it prints: given as --known the next time, it shows that nothing before it was cut off or written anew.',
    )
    .option('--known <seq:hash>', 'a head noted earlier, which the chain must still hold', knownLink)
    .option('--quiet', 'no progress')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nExample:\n  $ bandeja audit verify --known 1204:9f2c…\n\nExit codes: 0 the chain holds, 1 it is broken, 2 wrong use, 3 the service cannot be reached.\n',
    )
    .action(async (options: VerifyOptions) => {
      const verifier = new ChainVerifier(options.known ?? null);
      const display = new ProgressDisplay(context.terminal, !options.quiet && !options.json, 'entries');
      const broken = await verify(partnerClient(context), verifier, display);
      display.clear();
      printVerdict(context, options, verifier.head, broken);
      if (broken !== null) context.finish(exitCodes.rejections);
    });
}

async function verify(client: Client, verifier: ChainVerifier, display: ProgressDisplay): Promise<ChainBreak | null> {
  const startedAt = performance.now();
  for await (const entries of pages(client, verifier)) {
    for (const entry of entries) {
      const broken = verifier.accept(entry);
      if (broken !== null) return broken;
    }
    display.show({ done: verifier.head.seq, total: null, elapsedMs: performance.now() - startedAt });
  }
  return verifier.finish();
}

async function* pages(client: Client, verifier: ChainVerifier): AsyncGenerator<readonly JsonObject[]> {
  for (;;) {
    const { body } = await client.request('GET', pathOf('v1', 'audit'), {
      query: { after: verifier.head.seq, limit: PAGE_ENTRIES },
    });
    const entries = objectsOf(objectOf(body)['data']);
    if (entries.length > 0) yield entries;
    if (entries.length === 0 || objectOf(objectOf(body)['pagination'])['has_more'] !== true) return;
  }
}

function printVerdict(
  context: CommandContext,
  { json }: VerifyOptions,
  head: ChainLink,
  broken: ChainBreak | null,
): void {
  const verdict = { verified: broken === null, entries: head.seq, head, broken };
  if (json) context.terminal.out(`${JSON.stringify(verdict)}\n`);
  else if (broken !== null) context.terminal.out(`The chain is broken at entry ${broken.seq}: ${broken.reason}.\n`);
  else
    context.terminal.out(
      `The chain holds: ${countOf(head.seq, 'entry', 'entries')}.\nHead: ${head.seq}:${head.hash}\n`,
    );
}

function knownLink(text: string): ChainLink {
  const [, seq, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (seq === undefined || hash === undefined)
    throw new InvalidArgumentError('It is a number, a colon and 64 hex digits.');
  return { seq: Number(seq), hash };
}
