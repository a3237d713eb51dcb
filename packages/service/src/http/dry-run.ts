import { Type } from 'typebox';

/** The query of an operation that can be tried. */
export const dryRunQuery = {
  dry_run: Type.Optional(
    Type.Boolean({
      description: 'With `true`: the same checks and the same answer with status 200, but nothing is stored.',
    }),
  ),
};
