import type { Api } from '@bandeja/client';
import { command } from '../command.ts';
import { countOf } from '../counts.ts';
import { diagnosis, reachability, readiness } from '../doctor/findings.ts';
import { exitCodes } from '../exit.ts';
import type { Look } from '../look.ts';
import { printable } from '../terminal.ts';

const MARKS = { ok: '✓', warning: '!', problem: '✗' } as const;
const PAINTS = { ok: 'up', warning: 'strong', problem: 'down' } as const;

/** `bandeja doctor` */
export const doctor = command({
  use: 'doctor',
  routes: ['GET /admin/v1/diagnosis'],
  description:
    'Diagnose the service and print how to fix each problem. Checks that the service is reachable and ready, then its version, ' +
    'database, migrations, clock, disk, settlement and webhook deliveries. Changes nothing.',
  examples: ['doctor', 'doctor --json'],
  exitCodes: '0: no problems (warnings are possible); 1: problems; 3: the service cannot be reached',
  json: 'Print the findings as JSON',
  run: async (call) => {
    const { finish } = call.context;
    const first = await reachability(call);
    const isReachable = first.state === 'ok';
    const rest = isReachable ? [await readiness(call), ...(await diagnosis(call))] : [];
    const findings = [first, ...rest];
    call.show({ findings }, (_, look) => textOfAll(findings, look));
    if (!isReachable) finish(exitCodes.unreachable);
    else if (findings.some(({ state }) => state === 'problem')) finish(exitCodes.rejections);
  },
});

function textOfAll(findings: readonly Api.Finding[], look: Look): string {
  const lines = findings.flatMap(({ state, text, advice }) => [
    look.labelled(`${MARKS[state]} `, printable(text)).replace(MARKS[state], look.paint(PAINTS[state], MARKS[state])),
    ...(advice === null ? [] : advice.split('\n').map((line) => look.prose(printable(line), '    '))),
  ]);
  const count = (state: Api.Finding['state']): number => findings.filter((finding) => finding.state === state).length;
  const [problems, warnings] = [count('problem'), count('warning')];
  const summary =
    problems + warnings === 0 ? 'No problems.' : `${countOf(problems, 'problem')}, ${countOf(warnings, 'warning')}.`;
  return `${lines.join('')}\n${summary}\n`;
}
