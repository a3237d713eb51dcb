import { command } from '../command.ts';
import { diagnosis, type Finding, reachability, readiness } from '../doctor/findings.ts';
import { exitCodes } from '../exit.ts';
import { objectsOf } from '../json-value.ts';
import type { Look } from '../look.ts';
import { printable } from '../terminal.ts';

const MARKS = { ok: '✓', warning: '!', problem: '✗' } as const;
const PAINTS = { ok: 'up', warning: 'strong', problem: 'down' } as const;

/** `bandeja doctor` */
export const doctor = command({
  use: 'doctor',
  routes: ['GET /admin/v1/diagnosis'],
  summary: 'check the service, and say what to do',
  description:
    'Check the service: whether it is reachable and ready, its version, database, migrations, clock, disk, settlement and webhook ' +
    'deliveries. Prints what to do about each problem. Read-only. Needs BANDEJA_OPERATOR_TOKEN.',
  examples: ['doctor', 'doctor --json'],
  exitCodes: '0 no problems (there may be warnings), 1 problems, 3 the service cannot be reached.',
  json: 'print the findings as JSON',
  run: async (call) => {
    const { environment, finish } = call.context;
    const first = await reachability(environment);
    const isReachable = first.state === 'ok';
    const rest = isReachable ? [await readiness(environment), ...(await diagnosis(environment))] : [];
    const findings = [first, ...rest];
    call.show({ findings }, (body, look) => textOfAll(objectsOf(body['findings']) as unknown as Finding[], look));
    if (!isReachable) finish(exitCodes.unreachable);
    else if (findings.some(({ state }) => state === 'problem')) finish(exitCodes.rejections);
  },
});

function textOfAll(findings: readonly Finding[], look: Look): string {
  const lines = findings.flatMap(({ state, text, advice }) => [
    look.labelled(`${MARKS[state]} `, printable(text)).replace(MARKS[state], look.paint(PAINTS[state], MARKS[state])),
    ...(advice === null ? [] : advice.split('\n').map((line) => look.prose(printable(line), '    '))),
  ]);
  const count = (state: Finding['state']): number => findings.filter((finding) => finding.state === state).length;
  const [problems, warnings] = [count('problem'), count('warning')];
  const summary =
    problems + warnings === 0
      ? 'No problems.'
      : `${problems} ${problems === 1 ? 'problem' : 'problems'}, ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}.`;
  return `${lines.join('')}\n${summary}\n`;
}
