/** The rules of this code base as tests. Each failure names the file and the line. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import {
  type Import,
  importsOf,
  isSource,
  packageOf,
  packages,
  read,
  rootManifest,
  type SourceFile,
} from './imports.ts';
import { listFiles, root } from './repository.ts';

const existing = listFiles();
const code = existing.filter((path) => /\.([jt]s|tsx)$/.test(path)).map(read);
const source = code.filter(({ path }) => isSource(path));
const service = source.filter(({ path }) => path.startsWith('packages/service/'));

const imports = code.flatMap(importsOf);
const show = ({ from, line, specifier }: Import): string => `${from.path}:${line} imports ${specifier}`;

describe('the packages', () => {
  it('import only what their package.json names', () => {
    const wrong = imports.filter(({ from, specifier }) => {
      const manifest = packages.get(packageOf(from.path) ?? '');
      // `virtual:` is made by the build of the console.
      if (manifest === undefined || /^(\.|\/|#|node:|virtual:)/.test(specifier)) return false;
      const name = /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? '';
      const isOwn = name === `@bandeja/${packageOf(from.path)}`;
      // Nothing that the console is built from is installed where it runs.
      const isRun = isSource(from.path) && packageOf(from.path) !== 'console';
      const tools = isRun ? {} : { ...manifest.devDependencies, ...rootManifest.devDependencies };
      const { dependencies, optionalDependencies } = manifest;
      return isOwn || !Object.hasOwn({ ...dependencies, ...optionalDependencies, ...tools }, name);
    });
    assert.deepEqual(wrong.map(show), []);
  });

  it('have the version of the project', () => {
    const versions = [...packages].filter(([, { version }]) => version !== rootManifest.version);
    assert.deepEqual(versions, []);
    const python = read('packages/python/bandeja/version.py').lines.join('\n');
    assert.equal(python, `VERSION = "${rootManifest.version}"\n`);
  });

  it('import no other package by a path', () => {
    const wrong = imports.filter(({ from, specifier, to }) => {
      const [own, other] = [packageOf(from.path), packageOf(to)];
      return specifier.startsWith('.') && own !== other;
    });
    assert.deepEqual(wrong.map(show), []);
  });

  it('import only files that exist', () => {
    const wrong = imports.filter(
      ({ specifier, to }) => /^(\.|@bandeja\/)/.test(specifier) && !existsSync(join(root, to)),
    );
    assert.deepEqual(wrong.map(show), []);
  });

  it('do not use the tests of another package in their source', () => {
    assert.deepEqual(imports.filter(({ from, to }) => isSource(from.path) && /\/test\//.test(to)).map(show), []);
  });
});

/** The groups of files that import each other in a circle, types included. */
function cycles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  // Tarjan: a file is the first of its group if nothing below it leads above it.
  const visit = (file: string): void => {
    const number = index.size;
    index.set(file, number);
    low.set(file, number);
    stack.push(file);
    for (const next of graph.get(file) ?? []) {
      if (!index.has(next)) visit(next);
      if (stack.includes(next)) low.set(file, Math.min(low.get(file) ?? 0, low.get(next) ?? 0));
    }
    if (low.get(file) !== number) return;
    const group = stack.splice(stack.indexOf(file));
    if (group.length > 1) found.push(group);
  };
  for (const file of graph.keys()) if (!index.has(file)) visit(file);
  return found;
}

/** A folder at the top of the service, or a file beside them. */
const folderOf = (path: string): string | null => /^packages\/service\/src\/([^/]+)/.exec(path)?.[1] ?? null;

/** Imports that still run against the others, and what would remove them. */
const AGAINST: readonly (readonly [from: string, to: string, why: string])[] = [];

describe('the folders of the service', () => {
  const arrows = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    const [above, below] = [folderOf(from.path), folderOf(to)];
    if (above === null || below === null || above === below) continue;
    arrows.set(above, (arrows.get(above) ?? new Set()).add(below));
  }

  it('depend on each other in one direction', () => {
    const graph = new Map(
      [...arrows].map(([from, targets]) => [
        from,
        [...targets].filter((to) => !AGAINST.some(([above, below]) => above === from && below === to)),
      ]),
    );
    assert.deepEqual(cycles(graph), []);
  });

  it('have no exception that nothing needs', () => {
    assert.deepEqual(
      AGAINST.filter(([from, to]) => arrows.get(from)?.has(to) !== true),
      [],
    );
  });
});

describe('the files', () => {
  it('have no circular imports, not even for types', () => {
    const graph = new Map(
      code.map((file) => [file.path, imports.filter(({ from }) => from === file).map(({ to }) => to)]),
    );
    assert.deepEqual(cycles(graph), []);
  });

  it('of the service are not barrels', () => {
    const wrong = service.filter(
      ({ path, lines }) =>
        path.endsWith('/index.ts') ||
        !/^(import|const|let|function|class|interface|type|export (?!\{|\*|type \{)|\w+\()/m.test(lines.join('\n')),
    );
    assert.deepEqual(
      wrong.map(({ path }) => path),
      [],
    );
  });

  it('are all imported, except for entry points', () => {
    const entries = [
      'packages/cli/src/main.ts',
      'packages/client/src/index.ts',
      'packages/console/src/confirmation.tsx',
      'packages/console/src/main.tsx',
      'packages/console/src/night.tsx',
      'packages/console/src/vite.d.ts',
      'packages/console/src/worker.ts',
      'packages/importer/src/platform/browser.ts',
      'packages/planner/src/index.ts',
      'packages/postgres/src/pglite-worker.ts',
      'packages/rating/src/index.ts',
      'packages/service/src/http/docs/browser/page.js',
      'packages/service/src/http/docs/browser/reference.js',
      'packages/service/src/main.js',
      'packages/service/src/migrate.ts',
      'packages/service/src/process.ts',
      'packages/service/src/restore.ts',
    ];
    const led = new Set([...imports.map(({ to }) => to), ...entries]);
    assert.deepEqual(
      source.map(({ path }) => path).filter((path) => !led.has(path)),
      [],
    );
  });
});

/** Lines that match, as `path:line: text`. */
function findLines(pattern: RegExp, files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, lines }) =>
    lines.flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
  );
}

/** Whether a line from `findLines` is code, guessed from its start. */
const isCode = (line: string): boolean => !/^\S+ (\*|\/\*|\/\/)/.test(line);

const isStore = (path: string): boolean => /\/(store|[a-z-]+-store)\.ts$/.test(path);

describe('the house rules', () => {
  it('let only config.ts and the command’s environment.ts read the environment', () => {
    const doors = ['packages/service/src/config.ts', 'packages/cli/src/environment.ts'];
    assert.deepEqual(
      findLines(
        /process\.env\b/,
        source.filter(({ path }) => !doors.includes(path)),
      ).filter(isCode),
      [],
    );
  });

  it('keep the SQL of the service in its stores', () => {
    const sql =
      /[`'"]\s*(select\s.+\sfrom|insert\s+into|update\s+\w+\s+set|delete\s+from|with\s+\w+\s+as)\s|\bstatement\(/i;
    const others = source.filter(({ path }) => !isStore(path) && packageOf(path) !== 'postgres');
    assert.deepEqual(findLines(sql, others).filter(isCode), []);
  });

  it('let routes and the front door import only types from stores', () => {
    const isDoor = (path: string): boolean =>
      path.startsWith('packages/service/src/http/') || /\/([a-z-]+-)?routes\.ts$/.test(path);
    const wrong = imports.filter(
      ({ from, to, isTypeOnly }) => isSource(from.path) && isDoor(from.path) && isStore(to) && !isTypeOnly,
    );
    assert.deepEqual(wrong.map(show), []);
  });

  it('keep clocks, random numbers and input out of the rating model and the planner', () => {
    const pure = source.filter(({ path }) => /^packages\/(rating|planner)\//.test(path));
    assert.deepEqual(
      findLines(/Date\.now|new Date|Math\.random|process\.|node:|performance\./, pure).filter(isCode),
      [],
    );
    // `Math.exp` may differ between engines: the model has its own.
    assert.deepEqual(
      findLines(
        /Math\.exp\(/,
        pure.filter(({ path }) => path.startsWith('packages/rating/')),
      ).filter(isCode),
      [],
    );
    assert.deepEqual(
      findLines(/Math\.(?!sqrt|exp|round|max|min|floor|abs|trunc|sign|ceil|imul)\w+\(/, pure).filter(isCode),
      [],
    );
  });

  it('keep Node out of the importer, except for the file that a browser replaces', () => {
    const portable = source.filter(
      ({ path }) => path.startsWith('packages/importer/') && path !== 'packages/importer/src/platform/node.ts',
    );
    assert.deepEqual(findLines(/'node:|\bBuffer\b|\bprocess\./, portable).filter(isCode), []);
  });

  it('keep clocks and random numbers out of verbs', () => {
    const doors = /^packages\/service\/src\/((http|runtime)\/|(process|webhooks\/deliver|[a-z-]+\/[a-z-]+-job)\.ts)/;
    assert.deepEqual(
      findLines(
        /Date\.now\(|new Date\(\)|Math\.random/,
        service.filter(({ path }) => !doors.test(path)),
      ).filter(isCode),
      [],
    );
  });

  it('forbid `any`, suppressed checks, `only` and `todo` tests, and TODOs', () => {
    const others = code.filter(({ path }) => /\.tsx?$/.test(path) && path !== 'test/architecture.test.ts');
    assert.deepEqual(findLines(/@ts-(ignore|expect-error|nocheck)|biome-ignore/, others), []);
    assert.deepEqual(findLines(/\bas any[;,.)\]]|: any[;,)=\s]|<any>/, others).filter(isCode), []);
    assert.deepEqual(findLines(/\b(it|test|describe)\.(only|todo)\b|\{ *(only|todo): *true/, others), []);
    assert.deepEqual(findLines(/\b(TODO|FIXME|XXX|HACK)\b/, others), []);
  });

  it('load the texts of each part of the console that is loaded later', () => {
    const pages = source.filter(({ path }) => path.startsWith('packages/console/'));
    const loads = findLines(/\bimport\('\.\.?\//, pages).filter(isCode);
    assert.deepEqual(
      loads.filter((line) => !/withTexts\(import\(|component: page\(\(\) => import\(/.test(line)),
      [],
    );
  });

  it('forbid meaningless names of folders and files', () => {
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
