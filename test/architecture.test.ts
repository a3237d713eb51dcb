import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { describe, it } from 'node:test';

/**
 * The house rules as a test: which part of `src/` may import which, and what may stand where. Every failure names the
 * file, the line and the rule.
 */
const root = resolve(import.meta.dirname, '..');

interface SourceFile {
  /** Relative to the project, with forward slashes. */
  readonly path: string;
  readonly lines: readonly string[];
}

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '');

const read = (path: string): SourceFile => ({ path, lines: readFileSync(join(root, path), 'utf8').split('\n') });
const existing = tracked.filter((path) => {
  try {
    return readFileSync(join(root, path)).length >= 0;
  } catch {
    return false;
  }
});
const source = existing.filter((path) => /^(src|sdk\/src)\/.*\.[jt]s$/.test(path)).map(read);
const typescript = existing.filter((path) => path.endsWith('.ts')).map(read);

interface Import {
  readonly from: SourceFile;
  readonly line: number;
  /** The imported file relative to the project, or the package's name. */
  readonly to: string;
  readonly isTypeOnly: boolean;
}

function importsOf(file: SourceFile): Import[] {
  return [...file.lines.join('\n').matchAll(/(?:^|\n)\s*(import|export)(\s+type)?\s[^;'"]*?from\s+'([^']+)'/g)].map(
    (match) => {
      const specifier = match[3] ?? '';
      const to = specifier.startsWith('.')
        ? relative(root, resolve(root, dirname(file.path), specifier))
            .split(sep)
            .join('/')
        : specifier;
      const line = file.lines.join('\n').slice(0, match.index).split('\n').length + 1;
      return { from: file, line, to, isTypeOnly: match[2] !== undefined };
    },
  );
}

const imports = source.flatMap(importsOf);

/** The shapes of requests and responses, and what they need: known to every other part. */
const isContract = (path: string): boolean =>
  /^src\/contract\/|^src\/domain\/([a-z-]+\/)?([a-z-]*shapes|bodies|enums)\.ts$|^src\/domain\/errors\//.test(path) ||
  /^src\/domain\/(faults\/pointer|matches\/examples|entry-error|instant|rounding|shown-text|username)\.ts$/.test(path);

/** The part that a file belongs to: its folder of `src/`, `root` for main.js, config.ts and their like, the client, or the contract. */
function partOf(path: string): string {
  if (path.startsWith('sdk/')) return 'sdk';
  if (isContract(path)) return 'contract';
  return path.split('/').length > 2 ? (path.split('/')[1] ?? '') : 'root';
}

/** Imports go one way: http | cli | jobs → domain → store → rating. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  root: ['root', 'http', 'domain', 'store', 'jobs', 'metrics', 'tracing', 'runtime', 'contract'],
  http: ['http', 'domain', 'store', 'tracing', 'runtime', 'contract'],
  jobs: ['jobs', 'domain', 'store', 'tracing', 'runtime', 'contract'],
  metrics: ['metrics', 'domain', 'store', 'contract'],
  cli: ['cli', 'rating', 'sdk', 'contract'],
  sdk: ['sdk'],
  domain: ['domain', 'store', 'rating', 'tracing', 'runtime', 'contract'],
  store: ['store', 'rating', 'tracing', 'contract'],
  runtime: ['runtime', 'store', 'tracing', 'contract'],
  tracing: ['tracing'],
  rating: ['rating'],
  contract: ['contract'],
};

describe('the architecture', () => {
  it('lets imports go one way only', () => {
    const wrong = imports
      .filter(({ from, to }) => /^(src|sdk)\//.test(to) && !allowed[partOf(from.path)]?.includes(partOf(to)))
      .map(
        ({ from, line, to }) =>
          `${from.path}:${line} imports ${to}; ${partOf(from.path)} may import ${allowed[partOf(from.path)]}`,
      );
    assert.deepEqual(wrong, []);
  });

  it('lets the front door know the store by its types and errors only', () => {
    const doors = ['src/store/engine/database.ts', 'src/store/page.ts'];
    const wrong = imports
      .filter(
        ({ from, to, isTypeOnly }) =>
          partOf(from.path) === 'http' && to.startsWith('src/store/') && !isTypeOnly && !doors.includes(to),
      )
      .map(({ from, line, to }) => `${from.path}:${line} imports ${to}`);
    assert.deepEqual(wrong, []);
  });

  it('lets the rating model be entered by its index only', () => {
    const wrong = imports
      .filter(
        ({ from, to }) =>
          to.startsWith('src/rating/') && to !== 'src/rating/index.ts' && !from.path.startsWith('src/rating/'),
      )
      .map(({ from, line, to }) => `${from.path}:${line} imports ${to}`);
    assert.deepEqual(wrong, []);
  });

  it('has no file that nothing leads to', () => {
    const entries = [
      'src/main.js',
      'src/process.ts',
      'src/restore.ts',
      'src/cli/main.ts',
      'sdk/src/index.ts',
      'src/store/engine/pglite-worker.ts',
      'src/tracing/open-telemetry.ts',
      'src/http/docs/browser/page.js',
      'src/http/docs/browser/reference.js',
    ];
    const everywhere = typescript.flatMap(importsOf);
    const led = new Set([...everywhere.map(({ to }) => to), ...entries]);
    assert.deepEqual(
      source.map(({ path }) => path).filter((path) => !led.has(path)),
      [],
    );
  });
});

/** Lines of `src/` that match, as `path:line: text`. */
function findLines(pattern: RegExp, files: readonly SourceFile[] = source): string[] {
  return files.flatMap(({ path, lines }) =>
    lines.flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
  );
}

/** A line without its comment, as far as one can tell without parsing. */
const isCode = (line: string): boolean => !/^\S+ (\*|\/\*|\/\/)/.test(line);

describe('the house rules', () => {
  it('let only config.ts and the command’s environment.ts read the environment', () => {
    const doors = ['src/config.ts', 'src/cli/environment.ts'];
    assert.deepEqual(
      findLines(
        /process\.env\b/,
        source.filter(({ path }) => !doors.includes(path)),
      ).filter(isCode),
      [],
    );
  });

  it('keep SQL in the store', () => {
    const sql = /[`'"]\s*(select\s.+\sfrom|insert\s+into|update\s+\w+\s+set|delete\s+from|with\s+\w+\s+as)\s/i;
    assert.deepEqual(
      findLines(
        sql,
        source.filter(({ path }) => !path.startsWith('src/store/')),
      ).filter(isCode),
      [],
    );
  });

  it('give the rating model neither clock nor chance nor input', () => {
    const rating = source.filter(({ path }) => path.startsWith('src/rating/'));
    assert.deepEqual(
      findLines(/Date\.now|new Date|Math\.random|process\.|node:|performance\./, rating).filter(isCode),
      [],
    );
    assert.deepEqual(
      findLines(/Math\.(?!sqrt|exp|round|max|min|floor|abs|trunc|sign)\w+\(/, rating).filter(isCode),
      [],
    );
  });

  it('let no verb read the clock by itself', () => {
    const domain = source.filter(({ path }) => path.startsWith('src/domain/'));
    assert.deepEqual(findLines(/Date\.now\(|new Date\(\)|Math\.random/, domain).filter(isCode), []);
  });

  it('know no `any`, no suppressed check, no switched-off test and no work left over', () => {
    const others = typescript.filter(({ path }) => path !== 'test/architecture.test.ts');
    assert.deepEqual(
      findLines(/@ts-(ignore|expect-error|nocheck)|\bas any[;,.)\]]|: any[;,)=\s]|<any>|biome-ignore/, others),
      [],
    );
    assert.deepEqual(findLines(/\b(it|test|describe)\.(only|todo)\b|\{ *(only|todo): *true/, others), []);
    assert.deepEqual(findLines(/\b(TODO|FIXME|XXX|HACK)\b/, others), []);
  });

  it('give no folder or file a name that says nothing', () => {
    assert.deepEqual(
      existing.filter((path) => /(^|\/)(utils?|helpers?|common|misc|lib)(\/|\.|$)/.test(path)),
      [],
    );
  });

  it('keep files small enough to read in one sitting', () => {
    const long = source
      .filter(({ path, lines }) => lines.length > 300 && !path.includes('/generated/'))
      .map(({ path, lines }) => `${path}: ${lines.length} lines`);
    assert.deepEqual(long, []);
  });
});
