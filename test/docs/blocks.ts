/**
 * The code blocks of a Markdown file, as a test runs them.
 *
 * - `sh` is run in order, in one directory and with the variables of the blocks before it.
 * - `json` or `text` after it, under the same heading, is its answer: of JSON the shown fields must be so, of text the lines; `…` matches anything.
 * - An HTML comment before a block says what is different: `<!-- not run: why -->`, `<!-- exit 1: why -->` for a command
 *   that fails, `<!-- without the demo -->` for the whole page.
 * - `<!-- keeps running -->` before a command: the reader starts it in another terminal. It runs until the page ends, and its answer is
 *   compared then.
 * - `<!-- file NAME -->` before a block of any language: the reader writes it into this file.
 * - Any other JSON is only read. Blocks of other languages are not looked at.
 */
export interface Block {
  readonly file: string;
  /** Line of the fence. */
  readonly line: number;
  readonly language: string;
  readonly code: string;
  readonly notRun: boolean;
  /** The command runs in another terminal, until the page ends. */
  readonly keepsRunning: boolean;
  /** The exit codes that are right. */
  readonly exitCodes: readonly number[];
  /** The page needs a service without the demo. */
  readonly withoutDemo: boolean;
  /** The file that the reader writes the block into; null if it is none. */
  readonly fileName: string | null;
  /** What the block is shown to print; null if that is not shown. */
  readonly shown: { readonly language: string; readonly text: string } | null;
}

const FENCE = /((?:^ *<!-- [^\n]*? -->\n+)*)^( *)```(\w*)\n(.*?)^ *```/gms;

export function blocksOf(file: string, markdown: string): Block[] {
  const blocks: Block[] = [];
  let end = 0;
  for (const match of markdown.matchAll(FENCE)) {
    const [, marks = '', indent = '', language = '', raw = ''] = match;
    const code = raw.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
    const before = blocks.at(-1);
    const between = markdown.slice(end, match.index);
    end = match.index + match[0].length;
    const isAnswer = before?.language === 'sh' && before.shown === null && (language === 'json' || language === 'text');
    if (isAnswer && marks === '' && !before.notRun && !/^#/m.test(between)) {
      blocks[blocks.length - 1] = { ...before, shown: { language, text: code } };
      continue;
    }
    blocks.push({
      file,
      line: markdown.slice(0, match.index + marks.length).split('\n').length,
      language,
      code,
      notRun: /<!-- not run: /.test(marks),
      keepsRunning: marks.includes('<!-- keeps running -->'),
      exitCodes: (/<!-- exit ([\d|]+)/.exec(marks)?.[1] ?? '0').split('|').map(Number),
      withoutDemo: marks.includes('<!-- without the demo -->'),
      fileName: /<!-- file (\S+) -->/.exec(marks)?.[1] ?? null,
      shown: null,
    });
  }
  return blocks;
}

/** Whether text is as shown; `…` within a line is any text there, and alone on a line any lines. */
export function matchesText(shown: string, actual: string): boolean {
  const pattern = shown
    .trimEnd()
    .split('\n')
    .map((line) =>
      line.trim() === '…'
        ? '(?:.*\n)*?.*'
        : line.trimEnd().split('…').map(RegExp.escape).join('.*').replaceAll('\n', ''),
    )
    .join(' *\n');
  return new RegExp(`^${pattern} *$`).test(actual.replaceAll(/\uFEFF|\r/g, '').trimEnd());
}

/** Whether a value has everything that is shown of it. `"…"` is any value, and at the end of a list any others. */
export function matchesJson(shown: unknown, actual: unknown): boolean {
  if (shown === '…') return true;
  if (Array.isArray(shown)) {
    const isOpen = shown.at(-1) === '…';
    const listed = isOpen ? shown.slice(0, -1) : shown;
    return (
      Array.isArray(actual) &&
      (isOpen ? actual.length >= listed.length : actual.length === listed.length) &&
      listed.every((one, at) => matchesJson(one, actual[at]))
    );
  }
  if (typeof shown === 'object' && shown !== null) {
    return (
      typeof actual === 'object' &&
      actual !== null &&
      Object.entries(shown).every(([name, value]) => matchesJson(value, (actual as Record<string, unknown>)[name]))
    );
  }
  if (typeof shown === 'string' && typeof actual === 'string' && shown.includes('…')) return matchesText(shown, actual);
  return Object.is(shown, actual);
}
