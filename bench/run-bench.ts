import { print } from './figures.ts';
import { Setting } from './subject.ts';

/**
 * Runs a bench. It stops everything that the bench started: at the end, after an error or a timeout, and on SIGINT and SIGTERM.
 */
export async function runBench(minutesMax: number, bench: (setting: Setting) => Promise<void>): Promise<void> {
  const setting = new Setting();
  const giveUp = async (reason: string): Promise<void> => {
    print(`The bench was stopped: ${reason}`);
    await setting.stop();
    process.exit(1);
  };
  const deadline = setTimeout(() => void giveUp(`it took more than ${minutesMax} minutes`), minutesMax * 60_000);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void giveUp(signal));
  try {
    await bench(setting);
  } finally {
    clearTimeout(deadline);
    await setting.stop();
  }
}
