#!/usr/bin/env node
import { readEnvironment } from './environment.ts';
import { run } from './run.ts';
import { processTerminal } from './terminal.ts';

const environment = readEnvironment();
// process.exit() would lose output that a pipe has not taken yet.
// In the bundle, files that are loaded later import from this one, and would wait for an `await` here.
void run(process.argv.slice(2), processTerminal(environment.isDumbTerminal), environment).then((exitCode) => {
  process.exitCode = exitCode;
});
