/** Sandboxes: the world of a partner's test keys, apart from all live data. */
export { type OpenSandbox, Sandboxes, type SandboxOptions } from './sandboxes.ts';
export { clockFaults, SandboxClock, SandboxState } from './shapes.ts';
