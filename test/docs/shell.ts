/** Runs the commands of a documentation page as its reader would, in an empty directory. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import type { DocsService } from '@bandeja/service/test/support/demo-service';
import { until } from '@bandeja/service/test/support/until';

const root = resolve(import.meta.dirname, '../..');

/** Replaces npm, which takes longer to start than the programs it runs. Packages of a release are already installed. */
const npmOf = (command: string) => `#!/bin/sh
case "$*" in "init -y" | "install "*/bandeja-*.tgz) exit 0 ;; esac
case "$1 $2 $3 $4" in
  "run --silent bandeja --") program='${command}' ;;
  *) echo "npm $*: not in a test" >&2; exit 99 ;;
esac
shift 4
exec '${process.execPath}' "$program" "$@"
`;
// Optimizing the embedded database would take longer than this short run.
const BANDEJA_SERVICE = `#!/bin/sh
NODE='${process.execPath}' BANDEJA_NODE_OPTIONS=--liftoff-only exec '${join(root, 'bin/bandeja-service')}' "$@"
`;
/** Environments are empty, since making one takes longer than a page. `PYTHONPATH` has the client. (test/packages.test.ts installs it.) */
const PYTHON = `#!/bin/sh
case "$*" in "-m venv .venv") mkdir -p .venv/bin && : > .venv/bin/activate; exit ;; esac
PATH=$PYTHON_PATH exec python3 "$@"
`;
const PIP = `#!/bin/sh
case "$*" in "install ../bandeja/packages/python") exit 0 ;; esac
echo "pip $*: not in a test" >&2; exit 99
`;
const NPX = `#!/bin/sh
exec "$@"
`;

/** Runs a block for each line that it reads. A test's process, which has a lot of memory, takes longer to start bash than bash does. */
const RUNNER = 'while read -r; do bash .bin/block.sh < /dev/null > .bin/stdout 2> .bin/stderr; echo $?; done';

/** Some pages begin with a file that the reader has: results to import. */
const files: Readonly<Record<string, string>> = {
  'results.csv':
    'external_ref,played_at,team_a_1,team_a_2,team_b_1,team_b_2,winner,set_scores\n' +
    'm1,2026-01-10T10:00:00Z,ana,bea,carla,dora,A,6-4 6-3\nm2,2026-01-17T10:00:00Z,ana,carla,bea,dora,B,4-6 6-7\n',
};

/** The data directories of the pages: the default, and that of "Live in an afternoon". */
const dataFolders = ['data', 'live'];

/** Installs the client from its source. (test/packages.test.ts installs the package.) */
async function installClient(directory: string): Promise<void> {
  const folder = join(directory, 'node_modules/@bandeja/client');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{ "type": "module", "exports": "./src/index.ts" }');
  await symlink(join(root, 'packages/client/src'), join(folder, 'src'));
}

interface Placeholder {
  /** The command that prints it. */
  readonly after: RegExp;
  readonly is: RegExp;
}

/** Words in capitals, which pages write for output of an earlier command. */
const placeholders: Readonly<Record<string, Placeholder>> = {
  PARTNER_ID: { after: /partners (create|list)/, is: /^(?:id +)?([0-9a-f-]{36})\b/m },
  PERSON_ID: { after: /people list/, is: /^([0-9a-f-]{36})/m },
  OPERATOR_ID: { after: /operators create/, is: /^id +(\S+)$/m },
  KEY_ID: { after: /keys issue/, is: /^(?:key )?id +(\S+)$/m },
  TASK_ID: { after: /tasks list/, is: /^([0-9a-f-]{36})/m },
  MATCH_ID: { after: /\/v1\/matches /, is: /"id":"([0-9a-f-]{36})"/ },
  SHARE_CODE: { after: /\/shares/, is: /"share_code":"([^"]+)"/ },
};

export interface ShellRun {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

export class DocsShell {
  readonly directory: string;
  readonly #service: DocsService;
  readonly #runner: ChildProcessByStdio<Writable, Readable, null>;
  readonly #exitCodes: AsyncIterator<string>;
  /** The latest keys that the page has issued. It writes `bdj_live_…` and `bdj_test_…` for them. */
  readonly #keys: { live?: string; test?: string } = {};
  readonly #learnt = new Map<string, string>();

  /** @param command the file of the command, which can be executed */
  static async open(service: DocsService, command: string): Promise<DocsShell> {
    const directory = await mkdtemp(join(tmpdir(), 'bandeja-docs-'));
    await mkdir(join(directory, '.bin'));
    for (const [name, script] of [
      ['npm', npmOf(command)],
      ['npx', NPX],
      ['python3', PYTHON],
      ['pip', PIP],
      ['bandeja-service', BANDEJA_SERVICE],
    ] as const) {
      await writeFile(join(directory, '.bin', name), script, { mode: 0o755 });
    }
    await symlink(command, join(directory, '.bin', 'bandeja'));
    await symlink(join(root, 'examples'), join(directory, 'examples'));
    await installClient(directory);
    for (const folder of dataFolders) await mkdir(join(directory, folder));
    for (const [name, content] of Object.entries(files)) await writeFile(join(directory, name), content);
    await writeFile(join(directory, '.env'), '');
    return new DocsShell(directory, service);
  }

  private constructor(directory: string, service: DocsService) {
    this.directory = directory;
    this.#service = service;
    const { PATH, NODE_COMPILE_CACHE = '' } = process.env;
    this.#runner = spawn('bash', ['-c', RUNNER], {
      cwd: directory,
      env: {
        PATH: `${join(directory, '.bin')}:${PATH}`,
        HOME: directory,
        NODE_COMPILE_CACHE,
        PYTHON_PATH: PATH ?? '',
        PYTHONPATH: join(root, 'packages/python'),
        PYTHONDONTWRITEBYTECODE: '1',
        BANDEJA_URL: service.url,
        BANDEJA_OPERATOR_TOKEN: service.operatorToken,
        BANDEJA_KEY: service.key ?? '',
      },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.#exitCodes = this.#runner.stdout.setEncoding('utf8')[Symbol.asyncIterator]();
  }

  /** Writes a file of the page. */
  write(name: string, content: string): Promise<void> {
    return writeFile(join(this.directory, name), this.#filledIn(content));
  }

  /** Runs a block; one that uses what its own lines print runs line by line. */
  async run(code: string): Promise<ShellRun> {
    const whole = { exitCode: 0, stdout: '', stderr: '' };
    const isByLine = Object.keys(placeholders).some((name) => code.includes(name)) && !code.includes("'{\n");
    for (const part of isByLine ? code.trim().split('\n') : [code]) {
      const { exitCode, stdout, stderr } = await this.#runPart(part);
      whole.stdout += stdout;
      whole.stderr += stderr;
      if (exitCode !== 0) return { ...whole, exitCode };
    }
    return whole;
  }

  /**
   * Starts a block that keeps running, and waits until it has printed something.
   * @returns what it has printed so far
   */
  async start(code: string): Promise<() => Promise<string>> {
    const [script, output] = ['block', 'output'].map((name) => join(this.directory, '.bin', `${name}-${randomUUID()}`));
    await writeFile(script ?? '', `. ./.env\n${this.#filledIn(code)}`);
    // The shell in the background may be read before it has opened the file.
    await writeFile(output ?? '', '');
    await this.run(`setsid bash '${script}' < /dev/null > '${output}' 2>&1 & echo $! >> .bin/kept`);
    const read = (): Promise<string> => readFile(output ?? '', 'utf8');
    await until(async () => (await read()) !== '', `output of ${code}`);
    return read;
  }

  async #runPart(code: string): Promise<ShellRun> {
    for (const folder of dataFolders) {
      await writeFile(join(this.directory, folder, 'operator-token'), this.#service.operatorToken);
    }
    await writeFile(join(this.directory, 'key.txt'), this.#keys.live ?? this.#service.key ?? '');
    const script = `. ./.env\ntrap 'status=$?; export -p > .env; exit $status' EXIT\nset -eo pipefail\n${this.#filledIn(code)}`;
    await writeFile(join(this.directory, '.bin', 'block.sh'), script);
    this.#runner.stdin.write('\n');
    const exitCode = Number((await this.#exitCodes.next()).value);
    const [stdout = '', stderr = ''] = await Promise.all(
      ['stdout', 'stderr'].map((name) => readFile(join(this.directory, '.bin', name), 'utf8')),
    );
    this.#learn(code, `${stdout}${stderr}`);
    return { exitCode, stdout, stderr };
  }

  async close(): Promise<void> {
    await this.run('for group in $(cat .bin/kept 2> /dev/null); do kill -- -$group || true; done');
    this.#runner.stdin.end();
    await rm(this.directory, { recursive: true, force: true });
  }

  #filledIn(code: string): string {
    const { live = this.#service.key ?? 'bdj_live_none', test = this.#service.testKey ?? 'bdj_test_none' } = this.#keys;
    let filled = code
      .replaceAll(/http:\/\/(localhost|127\.0\.0\.1):8080/g, this.#service.url)
      .replaceAll('bdj_live_…', live)
      .replaceAll('bdj_test_…', test);
    for (const [name, value] of this.#learnt) filled = filled.replaceAll(new RegExp(`\\b${name}\\b`, 'g'), value);
    return filled;
  }

  #learn(code: string, output: string): void {
    for (const [name, { after, is }] of Object.entries(placeholders)) {
      const [, found] = (after.test(code) && is.exec(output)) || [];
      if (found !== undefined) this.#learnt.set(name, found);
    }
    for (const [key, kind] of output.matchAll(/\bbdj_(live|test)_[A-Za-z0-9_-]{20,}/g)) {
      this.#keys[kind as 'live' | 'test'] = key;
    }
  }
}
