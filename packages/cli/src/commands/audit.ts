import type { Api, Bandeja } from '@bandeja/client';
import { InvalidArgumentError } from 'commander';
import { AuditedMatches, type ChainBreak, type ChainLink, ChainVerifier } from '../audit-chain.ts';
import { type Call, command, group } from '../command.ts';
import { countOf } from '../counts.ts';
import { exitCodes, wrongUse } from '../exit.ts';
import { option, type PageOptions, pageOptions, pageQuery, quietOption, utcOption, wholeNumber } from '../options.ts';
import { type Layout, second, tableOf } from '../print.ts';
import { inEnglish, ProgressDisplay } from '../progress.ts';
import { runTask, type TaskOptions } from '../task.ts';
import { printable } from '../terminal.ts';

/** The largest pages: the fewest requests. */
const PAGE_ENTRIES = 1000;
const PAGE_MATCHES = 100;

interface VerifyOptions extends TaskOptions {
  readonly known?: ChainLink;
  readonly all?: boolean;
}

const faultLayout: Layout<Api.AuditFault> = [
  ['partner', 'partner_id'],
  ['match', 'match_id'],
  ['seq', 'seq'],
  ['fault', 'detail'],
];

const entryLayout: Layout<Api.AuditEntry> = [
  ['seq', 'seq'],
  ['at', ({ at }) => second(at)],
  ['match', 'match_id'],
  ['action', 'action'],
  ['revision', 'revision'],
  ['actor', 'actor'],
];

/** `bandeja audit …` */
export const audit = group('audit', 'Read and verify your audit trail', [
  command<PageOptions & { after?: number }>({
    use: 'list',
    routes: ['GET /v1/audit'],
    description: 'List the entries of your audit trail, oldest first.',
    options: [option('--after <seq>', 'Only entries after this number', wholeNumber), ...pageOptions, utcOption],
    examples: ['audit list --after 1000 --limit 50'],
    run: async (call) => {
      const query = { ...pageQuery(call.options), after: call.options.after };
      call.list(await call.partner.audit.list(query), entryLayout, 'No entries.');
    },
  }),
  command<VerifyOptions>({
    use: 'verify',
    routes: ['GET /v1/audit', 'GET /v1/matches', 'POST /admin/v1/tasks'],
    description:
      'Verify your audit trail on this machine. Recomputes every hash, and compares each match with its entries. Keep the printed ' +
      'head, and pass it as --known next time. That proves that no earlier entry was removed or rewritten.',
    options: [
      option('--known <seq:hash>', 'The head of an earlier run; the audit trail must still contain it', knownLink),
      option('--all', 'Make the service verify the audit trails of all partners; needs the operator token'),
      option('--no-wait', 'With --all: start the task and print its id'),
      quietOption,
    ],
    examples: ['audit verify --known 1204:9f2c…', 'audit verify --all'],
    exitCodes: '0: the audit trail is valid; 1: it is not; 2: wrong usage; 3: the service cannot be reached',
    json: 'Print the result as JSON',
    run: async (call) => {
      const { known = null, all, quiet, json } = call.options;
      if (all) return verifyAll(call);
      const verifier = new ChainVerifier(known);
      const display = new ProgressDisplay(call.context.terminal, !quiet && !json, inEnglish('entries'));
      const matches = new AuditedMatches();
      const broken = await verify(call.partner, verifier, matches, display);
      const altered = broken === null ? await alteredMatches(call.partner, matches) : [];
      display.clear();
      const { head } = verifier;
      const verified = broken === null && altered.length === 0;
      call.show({ verified, entries: head.seq, head, broken, altered }, () => resultText(head, broken, altered));
      if (!verified) call.context.finish(exitCodes.rejections);
    },
  }),
]);

/** Lets the service verify the trails of all partners. */
async function verifyAll(call: Call<VerifyOptions>): Promise<void> {
  if (call.options.known !== undefined)
    throw wrongUse('--known and --all exclude each other: a head belongs to one partner’s audit trail.');
  const result = await runTask(call, 'audit', 'entries');
  if (result === null) return;
  const { faults } = result;
  const over = `${countOf(result.entries, 'entry', 'entries')} of ${countOf(result.partners, 'partner')}`;
  call.show(result, (_, look) =>
    faults.length === 0
      ? `The audit trails are valid: ${over}.\n`
      : `${countOf(faults.length, 'fault')} found in ${over}.\n\n${tableOf(faultLayout, faults, look)}`,
  );
  if (faults.length > 0) call.context.finish(exitCodes.rejections);
}

async function verify(
  client: Bandeja,
  verifier: ChainVerifier,
  matches: AuditedMatches,
  display: ProgressDisplay,
): Promise<ChainBreak | null> {
  const startedAt = performance.now();
  for await (const entry of client.audit.list({ limit: PAGE_ENTRIES })) {
    const broken = verifier.accept(entry);
    if (broken !== null) return broken;
    matches.add(entry);
    display.show({ done: verifier.head.seq, total: null, elapsedMs: performance.now() - startedAt });
  }
  return verifier.finish();
}

/** A match that differs from its entries. */
interface Altered {
  readonly match_id: string;
  readonly field: string;
}

async function alteredMatches(client: Bandeja, matches: AuditedMatches): Promise<readonly Altered[]> {
  const altered: Altered[] = [];
  for await (const match of client.matches.list({ limit: PAGE_MATCHES })) {
    const field = matches.differenceOf(match);
    if (field !== null) altered.push({ match_id: match.id, field });
  }
  return altered;
}

function resultText(head: ChainLink, broken: ChainBreak | null, altered: readonly Altered[]): string {
  if (altered.length > 0) {
    const lines = altered
      .map(({ match_id, field }) => `  match ${printable(match_id)}: ${printable(field)}\n`)
      .join('');
    return `The audit trail is valid, but ${countOf(altered.length, 'match differs', 'matches differ')} from it:\n${lines}`;
  }
  return broken === null
    ? `The audit trail is valid: ${countOf(head.seq, 'entry', 'entries')}.\nHead: ${head.seq}:${head.hash}\n`
    : `The audit trail is broken at entry ${broken.seq}: ${broken.reason}.\n`;
}

function knownLink(text: string): ChainLink {
  const [, seq, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (seq === undefined || hash === undefined)
    throw new InvalidArgumentError('Must be a number, a colon and 64 hex digits.');
  return { seq: Number(seq), hash };
}
