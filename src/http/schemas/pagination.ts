import { type TSchema, Type } from 'typebox';
import { Nullable, named } from '../../domain/faults/index.ts';

/** Where a page stands in its list. */
export const Pagination = named(
  'Pagination',
  Type.Object(
    {
      limit: Type.Integer({ description: 'How many entries were asked for at most.' }),
      offset: Nullable(Type.Integer({ description: 'How many entries were skipped; null when paging by cursor.' })),
      has_more: Type.Boolean({ description: 'Whether entries follow after these.' }),
      next_cursor: Nullable(
        Type.String({ description: 'Send it as `cursor` for the next page; null on the last one.' }),
      ),
    },
    { description: 'Where this page stands in its list.' },
  ),
);

/** The answer of a list route. @param name the page's name in the documentation, such as `MatchPage`. */
export function PageOf<T extends TSchema>(name: string, entry: T) {
  return named(
    name,
    Type.Object({
      data: Type.Array(entry, { description: 'The entries of this page, in the list’s order.' }),
      pagination: Pagination,
    }),
  );
}
