/** `npm run bandeja`: the command from its sources, and `rating predict` of the bench. */
import { processTerminal } from '@bandeja/cli/terminal';

const [noun = '', verb, ...rest] = process.argv.slice(2);
if (/^ratings?$/.test(noun) && verb === 'predict') {
  const { predict } = await import('../bench/predict.ts');
  process.exitCode = await predict(rest, processTerminal(false));
} else await import('@bandeja/cli/main');
