import type { Explained } from './explain.ts';

export interface ExplainedRead extends Explained {
  readonly read: string;
  readonly statement: string;
}

export function tableOf(explained: readonly ExplainedRead[]): string {
  const lines = explained.map(({ read, statement, rows, buffers, ms }) =>
    [
      read.padEnd(22),
      statement.padEnd(34),
      String(rows).padStart(6),
      String(buffers).padStart(9),
      ms.toFixed(2).padStart(9),
    ].join(''),
  );
  return `read                  statement                           rows  buffers       ms\n${lines.join('\n')}\n`;
}

/** The table and the plans as a page of the documentation. */
export function documentOf(matches: number, explained: readonly ExplainedRead[]): string {
  const rows = explained.map(
    ({ read, statement, rows: count, buffers, ms }) =>
      `| ${read} | [\`${statement}\`](#${statement}) | ${count} | ${buffers} | ${ms.toFixed(2)} |`,
  );
  const plans = [...new Map(explained.map((one) => [one.statement, one])).values()].map(
    ({ statement, plan }) => `### ${statement}\n\n\`\`\`text\n${plan.join('\n')}\n\`\`\`\n`,
  );
  return `# How PostgreSQL answers the reads

${matches.toLocaleString('en')} matches, filled by \`npm run bench:seed\`, explained by \`npm run bench:plans\`: the statements that the
verbs themselves send, each prepared, with its generic plan, the second time. A buffer is a page of 8 kB.

| read | statement | rows | buffers | ms |
| --- | --- | --- | --- | --- |
${rows.join('\n')}

## Plans

${plans.join('\n')}`;
}
