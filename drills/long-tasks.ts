/** The longest task of a page, in processor time, so that a busy machine does not change it. */
import type { Browser, Page } from 'playwright-core';

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Processor time in microseconds. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** A phone has about a quarter of this processor. */
const SLOWER = 4;

/** @returns how many milliseconds the longest task of the page would take with a quarter of the processor */
export async function longestTask(browser: Browser, tab: Page, act: () => Promise<void>): Promise<number> {
  await browser.startTracing(tab, { categories: ['toplevel'] });
  await act();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const isOfPages = traceEvents.flatMap(({ name, pid, tid, args }) =>
    name === 'thread_name' && args?.name === 'CrRendererMain' ? [`${pid}.${tid}`] : [],
  );
  const tasks = traceEvents.filter(({ pid, tid, tdur }) => tdur !== undefined && isOfPages.includes(`${pid}.${tid}`));
  if (tasks.length === 0) throw new Error('the trace has no task');
  return (Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000) * SLOWER;
}
