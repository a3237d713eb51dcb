/**
 * npm runs this at the end of `npm ci`: it removes the Node of `tools/node` if yours runs TypeScript, and otherwise its headers, makes
 * the template of new embedded databases, and builds the web console. This file is JavaScript, so that an old Node can run it.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const NODE_MIN = 24;
const modules = new URL('../node_modules/', import.meta.url);

// Scripts of npm find the Node of tools/node first. This one runs npm itself, so it is the one that the user installed.
const installed = process.env['npm_node_execpath'] ?? process.execPath;
const version = execFileSync(installed, ['--version'], { encoding: 'utf8' }).trim();
const isRecent = Number(/^v(\d+)/.exec(version)?.[1]) >= NODE_MIN;

const names = readdirSync(modules).filter((name) => /^node-(bin-)?(darwin|linux|win)-/.test(name));

if (isRecent) {
  const links = ['node', 'node.cmd', 'node.ps1'].map((name) => `.bin/${name}`);
  for (const path of [...links, ...names]) rmSync(new URL(path, modules), { recursive: true, force: true });
} else if (!process.features.typescript) {
  process.stderr.write(
    `bandeja: this is Node ${version}. An installation without development packages needs Node ${NODE_MIN} or later.\n`,
  );
  process.exit(1);
} else {
  // 67 MB, for programs that compile against Node.
  for (const name of names) rmSync(new URL(`${name}/include`, modules), { recursive: true, force: true });
}
const node = isRecent ? installed : process.execPath;
for (const script of ['embedded-template.ts', 'console.ts']) {
  execFileSync(node, [fileURLToPath(new URL(script, import.meta.url))], { stdio: ['ignore', 'inherit', 'inherit'] });
}
