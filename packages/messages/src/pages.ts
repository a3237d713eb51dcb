/** Which page of the console a table belongs to. Its texts are loaded with that page. */

const CONSOLE = 'console.';
/** Parts of several pages. */
const SHARED: readonly string[] = ['parts', 'results', 'shared'];

/** The page of `console.plan.setup` is `plan`. The texts of the importer belong to the page that imports. */
export function pageOf(table: string): string {
  if (!table.startsWith(CONSOLE)) return 'import';
  const [, page = ''] = table.split('.');
  return SHARED.includes(page) ? 'shared' : page;
}
