import { print } from './figures.ts';
import { Setting } from './subject.ts';

/**
 * Runs a bench and stops everything that it has started: at the end, after an error, on SIGINT and SIGTERM, and when the
 * time is up. Sets the exit code.
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
