/**
 * A hook for `node --import`: the service is loaded with some files replaced by changed copies, as histories-nodes.ts makes them.
 * The query of this file's URL maps the URL of each file to its copy. Hooks that load files would switch Node's compile cache off.
 */
import { registerHooks } from 'node:module';

const copies = new Map(new URL(import.meta.url).searchParams);
const originals = new Map([...copies].map(([original, copy]) => [copy, original]));

registerHooks({
  resolve(specifier, context, nextResolve) {
    // The imports of a copy are relative to its original.
    const parentURL = originals.get(context.parentURL ?? '') ?? context.parentURL;
    const resolved = nextResolve(specifier, { ...context, parentURL });
    const copy = copies.get(resolved.url);
    return copy === undefined ? resolved : { ...resolved, url: copy };
  },
});
