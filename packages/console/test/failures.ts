/** What the tabs of a failed test showed. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

const FOLDER = fileURLToPath(new URL('../../../test-failures', import.meta.url));

/** The logs of the tabs of a suite. */
export class TabLogs {
  readonly #logs = new Map<Page, string[]>();

  watch(tab: Page): void {
    this.#logs.set(tab, []);
  }

  add(tab: Page, line: string): void {
    this.#logs.get(tab)?.push(line);
  }

  /** Writes a screenshot, the text and the log of each open tab. @returns their folder */
  async write(title: string): Promise<string> {
    const folder = join(FOLDER, title.replaceAll(/\W+/g, '-').slice(-100));
    mkdirSync(folder, { recursive: true });
    const open = [...this.#logs].filter(([tab]) => !tab.isClosed() && tab.url() !== 'about:blank');
    for (const [index, [tab, log]] of open.entries()) {
      const file = join(folder, `tab-${index + 1}`);
      await tab.screenshot({ path: `${file}.png`, fullPage: true, timeout: 5_000 }).catch(() => undefined);
      const text = await tab.locator('body').innerText({ timeout: 5_000 }).catch(String);
      writeFileSync(`${file}.txt`, [tab.url(), '', text, '', ...log, ''].join('\n'));
    }
    return folder;
  }
}
