/** Runs Stryker in a copy of the checkout. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './copy.ts';

export interface Mutant {
  readonly place: string;
  readonly change: string;
  readonly status: 'killed' | 'timed out' | 'survived';
}

const statuses: Readonly<Record<string, Mutant['status']>> = {
  Killed: 'killed',
  Timeout: 'timed out',
  Survived: 'survived',
};

const TESTS = 'drills/mutants/tests.ts';

interface Report {
  readonly files: Readonly<
    Record<
      string,
      {
        readonly source: string;
        readonly mutants: readonly {
          readonly status: string;
          readonly replacement: string;
          readonly location: { readonly start: Place; readonly end: Place };
        }[];
      }
    >
  >;
}

interface Place {
  readonly line: number;
  readonly column: number;
}

interface Run {
  readonly folder: string;
  readonly mutate: readonly string[];
  readonly tests: readonly (readonly string[])[];
  readonly environment: Readonly<Record<string, string>>;
  readonly concurrency: number;
}

export async function runStryker({ folder, mutate, tests, environment, concurrency }: Run): Promise<Mutant[]> {
  const command = tests.map((files) => `"${process.execPath}" ${TESTS} ${files.join(' ')}`).join(' && ');
  const configuration = join(folder, 'stryker.json');
  const report = join(folder, 'mutants.json');
  const settings = {
    testRunner: 'command',
    commandRunner: { command },
    plugins: [],
    mutate,
    inPlace: true,
    disableTypeChecks: false,
    concurrency,
    timeoutMS: 10_000,
    reporters: ['progress-append-only', 'json'],
    jsonReporter: { fileName: report },
  };
  writeFileSync(configuration, JSON.stringify(settings));
  const program = join(root, 'drills/mutants/node_modules/@stryker-mutator/core/bin/stryker.js');
  const stryker = spawn(process.execPath, [program, 'run', configuration], {
    cwd: folder,
    stdio: ['ignore', 2, 2],
    env: { ...process.env, ...environment },
  });
  const [code] = (await once(stryker, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`Stryker ended with ${code}`);
  const { files } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  return Object.entries(files).flatMap(([file, { source, mutants }]) =>
    mutants.flatMap(({ location, replacement, status: named }) => {
      const status = statuses[named];
      if (status === undefined) return [];
      const change = `${textAt(source, location)} → ${replacement.replaceAll(/\s+/g, ' ').slice(0, 120)}`;
      return [{ place: `${file}:${location.start.line}`, change, status }];
    }),
  );
}

function textAt(source: string, { start, end }: { readonly start: Place; readonly end: Place }): string {
  const lines = source.split('\n').slice(start.line - 1, end.line);
  if (lines.length > 1) return `${lines[0]?.slice(start.column - 1)} …`;
  return lines[0]?.slice(start.column - 1, end.column - 1) ?? '';
}
