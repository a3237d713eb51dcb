/** Where the main thread’s time goes in a start, from a profile that `node --cpu-prof` has written. */
import { readFileSync } from 'node:fs';

interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string };
    readonly children?: readonly number[];
  }[];
  readonly samples: readonly number[];
  /** µs since the sample before. */
  readonly timeDeltas: readonly number[];
}

export interface Share {
  readonly what: string;
  readonly ms: number;
}

/** Ms of the first `untilMs` of a profile by who spent them, the most first. */
export function sharesOf(file: string, untilMs: number): Share[] {
  const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(file, 'utf8')) as CpuProfile;
  const spenders = new Map(nodes.map((node) => [node.id, spenderOf(node.callFrame)]));
  const spent = new Map<string, number>();
  let at = 0;
  for (const [index, id] of samples.entries()) {
    const ms = (timeDeltas[index] ?? 0) / 1000;
    at += ms;
    if (at > untilMs) break;
    const what = spenders.get(id) ?? 'node itself';
    spent.set(what, (spent.get(what) ?? 0) + ms);
  }
  return [...spent].map(([what, ms]) => ({ what, ms })).sort((a, b) => b.ms - a.ms);
}

function spenderOf({ functionName, url }: CpuProfile['nodes'][number]['callFrame']): string {
  if (functionName === '(idle)') return 'waiting';
  if (functionName === '(garbage collector)') return 'garbage';
  if (functionName === '(program)') return 'node itself';
  const [, name] = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*\/node_modules\/)/.exec(url) ?? [];
  if (name !== undefined) return name;
  if (/typescript|amaro|strip/i.test(url) || /stripType|transformSync/.test(functionName)) return 'stripping types';
  if (/compile|wrapSafe|instantiate|link|esm|cjs|module/i.test(`${functionName} ${url}`) && url.startsWith('node:'))
    return 'loading modules';
  if (url.startsWith('node:')) return 'node’s library';
  const [, part] = /\/src\/([^/.]+)/.exec(url) ?? [];
  return part === undefined ? 'node itself' : `src/${part}`;
}
