/** Which pages there are, in the order in which they are read. Each is a Markdown file of the project. */
import { readdirSync } from 'node:fs';

/** The project's folder, which all paths of files here are relative to. */
export const projectFolder = new URL('../../../../../', import.meta.url);

interface SectionContents {
  readonly title: string;
  /** Paths of the files. */
  readonly files: readonly string[];
}

/** The home of the documentation. */
export const HOME_FILE = 'docs/README.md';

export const sections: readonly SectionContents[] = [
  {
    title: 'Guides',
    files: [
      'docs/guides/live-in-an-afternoon.md',
      'docs/guides/typescript-client.md',
      'docs/guides/old-results.md',
      'docs/guides/club-night.md',
      'docs/guides/private-players.md',
      'docs/guides/privacy.md',
      'docs/guides/corrections.md',
      'docs/guides/won-and-got-nothing.md',
      'docs/guides/sandbox.md',
      'docs/guides/going-live.md',
    ],
  },
  {
    title: 'Reference',
    files: [
      'docs/errors.md',
      'docs/match-states.md',
      'docs/events.md',
      'docs/webhooks.md',
      'docs/cli.md',
      'packages/client/README.md',
      'docs/pictures.md',
      'docs/messages.md',
      'docs/versioning.md',
      'CHANGELOG.md',
    ],
  },
  {
    title: 'Operating',
    files: [
      'docs/operations.md',
      'docs/operations/monitoring.md',
      'docs/operations/deployment.md',
      'docs/scale.md',
      'docs/runbooks/README.md',
      'docs/runbooks/service-down.md',
      'docs/runbooks/database-down.md',
      'docs/runbooks/disk-full.md',
      'docs/runbooks/flood.md',
      'docs/runbooks/settlement-lag.md',
      'docs/runbooks/dead-receiver.md',
      'docs/runbooks/upgrade.md',
      'docs/runbooks/rollback.md',
      'docs/runbooks/key-compromise.md',
      'docs/runbooks/operator-token.md',
      'docs/runbooks/failover.md',
    ],
  },
  {
    title: 'Understanding the numbers',
    files: ['docs/analysis.md', 'docs/rating.md', 'docs/accuracy.md', 'docs/glossary.md'],
  },
  {
    title: 'For contributors',
    files: [
      'README.md',
      'ARCHITECTURE.md',
      'CONTRIBUTING.md',
      'docs/adding-an-endpoint.md',
      'docs/ledger.md',
      'docs/group-commit.md',
      'docs/events-and-deliveries.md',
      'examples/README.md',
      'bench/results.md',
      'docs/decisions/README.md',
    ],
  },
];

/** Whether a page is for those who change the code: the last section and the decisions. */
export function isForContributors(file: string): boolean {
  return file.startsWith('docs/decisions/') || (sections.at(-1)?.files.includes(file) ?? false);
}

/** The decisions: pages that the navigation does not list, since their own page does. */
export function decisionFiles(): readonly string[] {
  return readdirSync(new URL('docs/decisions/', projectFolder))
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .sort()
    .map((name) => `docs/decisions/${name}`);
}

/**
 * The address of a page without `/docs/`: `docs/guides/x.md` is `guides/x`, a README is its folder, and what is not in
 * `docs` has its path in lower case. The home is empty.
 */
export function slugOf(file: string): string {
  if (file === 'README.md') return 'readme';
  return file
    .replace(/\.md$/, '')
    .replace(/^docs\//, '')
    .replace(/(^|\/)README$/, '')
    .toLowerCase();
}

/** Where a page is served. */
export const addressOf = (slug: string): string => (slug === '' ? '/docs' : `/docs/${slug}`);

/** Where the Markdown of a page is served. */
export const sourceAddressOf = (slug: string): string => `/docs/${slug === '' ? 'index' : slug}.md`;
