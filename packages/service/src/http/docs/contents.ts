/** The pages of the documentation in reading order. Each is a Markdown file of this repository. */
import { readdirSync } from 'node:fs';

/** The root of the repository. File paths here are relative to it. */
export const projectFolder = new URL('../../../../../', import.meta.url);

interface Chapter {
  readonly title: string;
  readonly files: readonly string[];
}

export const HOME_FILE = 'docs/README.md';

export const chapters: readonly Chapter[] = [
  {
    title: 'Guides for people',
    files: [
      'docs/concepts.md',
      'docs/guides/your-first-night.md',
      'docs/guides/es/tu-primera-noche.md',
      'docs/guides/pt/a-sua-primeira-noite.md',
      'docs/guides/console.md',
      'docs/guides/why-my-score-moved.md',
      'docs/analysis.md',
      'docs/beside-others.md',
    ],
  },
  {
    title: 'Guides for programs',
    files: [
      'docs/guides/sandbox.md',
      'docs/guides/live-in-an-afternoon.md',
      'docs/guides/typescript-client.md',
      'packages/client/README.md',
      'docs/guides/python-and-php.md',
      'packages/python/README.md',
      'docs/guides/old-results.md',
      'docs/guides/club-night.md',
      'docs/guides/plan-a-night.md',
      'docs/guides/confirmed-by-players.md',
      'docs/guides/corrections.md',
      'docs/guides/private-players.md',
      'docs/guides/external-ids.md',
      'docs/guides/starting-levels.md',
      'docs/guides/privacy.md',
      'docs/guides/assistants.md',
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
      'docs/pictures.md',
      'docs/csv.md',
      'docs/messages.md',
      'docs/imports.md',
      'docs/hidden-ratings.md',
      'docs/versioning.md',
      'CHANGELOG.md',
      'docs/cli.md',
      'docs/importing.md',
      'docs/people.md',
      'docs/rating.md',
      'docs/accuracy.md',
      'docs/plans.md',
      'docs/glossary.md',
    ],
  },
  {
    title: 'Operation',
    files: [
      'docs/troubleshooting.md',
      'docs/operations.md',
      'docs/operations/configuration.md',
      'docs/operations/database-roles.md',
      'docs/operations/partners.md',
      'docs/operations/limits.md',
      'docs/operations/backups.md',
      'docs/operations/cluster.md',
      'docs/operations/drills.md',
      'docs/operations/upgrades.md',
      'docs/operations/monitoring.md',
      'docs/operations/ratings.md',
      'docs/operations/deployment.md',
      'docs/scale.md',
      'docs/runbooks/README.md',
      'docs/runbooks/service-down.md',
      'docs/runbooks/database-down.md',
      'docs/runbooks/disk-full.md',
      'docs/runbooks/flood.md',
      'docs/runbooks/settlement-lag.md',
      'docs/runbooks/dead-receiver.md',
      'docs/runbooks/checks.md',
      'docs/runbooks/rollback.md',
      'docs/runbooks/key-compromise.md',
      'docs/runbooks/operator-token.md',
      'docs/runbooks/failover.md',
      'SECURITY.md',
    ],
  },
  {
    title: 'Internals',
    files: [
      'README.md',
      'ARCHITECTURE.md',
      'CONTRIBUTING.md',
      'docs/debugging.md',
      'docs/releasing.md',
      'docs/translating.md',
      'docs/adding-an-endpoint.md',
      'docs/adding-a-field.md',
      'docs/ledger.md',
      'docs/group-commit.md',
      'docs/events-and-deliveries.md',
      'examples/README.md',
      'bench/results.md',
      'docs/decisions/README.md',
    ],
  },
];

/** The first chapters, which the search ranks above reference pages. */
const GUIDE_CHAPTERS = 2;
const guides = new Set(chapters.slice(0, GUIDE_CHAPTERS).flatMap(({ files }) => files));

export const isGuide = (file: string): boolean => guides.has(file);

/** True for the last chapter and the decisions. */
export function isForContributors(file: string): boolean {
  return file.startsWith('docs/decisions/') || (chapters.at(-1)?.files.includes(file) ?? false);
}

/** The decisions. The navigation omits them: docs/decisions/README.md lists them. */
export function decisionFiles(): readonly string[] {
  return readdirSync(new URL('docs/decisions/', projectFolder))
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .sort()
    .map((name) => `docs/decisions/${name}`);
}

/**
 * A page's path below `/docs/`: `guides/x` for `docs/guides/x.md`, the folder for a README, the empty text for the home page, and
 * the path in lower case for a file outside `docs`.
 */
export function slugOf(file: string): string {
  if (file === 'README.md') return 'readme';
  return file
    .replace(/\.md$/, '')
    .replace(/^docs\//, '')
    .replace(/(^|\/)README$/, '')
    .toLowerCase();
}

/** The URL path of a page. */
export const addressOf = (slug: string): string => (slug === '' ? '/docs' : `/docs/${slug}`);

/** The URL path of a page's Markdown. */
export const sourceAddressOf = (slug: string): string => `/docs/${slug === '' ? 'index' : slug}.md`;
