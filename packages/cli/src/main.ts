#!/usr/bin/env node
import { readEnvironment } from './environment.ts';
import { run } from './run.ts';
import { processTerminal } from './terminal.ts';

const environment = readEnvironment();
// Not process.exit(): what is still on its way to a pipe would be lost.
process.exitCode = await run(process.argv.slice(2), processTerminal(environment.isDumbTerminal), environment);
