/** The packages at `/downloads`, for developers who have no checkout. `npm run pack` makes them. */
import { readdir, readFile } from 'node:fs/promises';
import packageJson from '../../../package.json' with { type: 'json' };
import { type Asset, makeAsset } from './asset.ts';
import { projectFolder } from './contents.ts';
import { escapeHtml } from './html.ts';
import type { PageContent } from './layout.ts';

const BUILT = new URL('dist/', projectFolder);
const { version } = packageJson;

const PACKAGES = [
  {
    file: `bandeja-client-${version}.tgz`,
    title: 'The client for JavaScript and TypeScript',
    install: 'npm install',
    guide: '/docs/guides/typescript-client',
  },
  {
    file: `bandeja-${version}-py3-none-any.whl`,
    title: 'The client for Python',
    install: 'pip install',
    guide: '/docs/guides/python-and-php',
  },
  { file: `bandeja-${version}.tgz`, title: 'The command', install: 'npm install --global', guide: '/docs/cli' },
];

const NOT_BUILT =
  '<p>The packages are not built. The archive of a release contains them. In a checkout, run <code>npm run pack</code>.</p>\n';

/** Not cached: after `npm run pack`, the files are there without a restart. */
async function built(): Promise<typeof PACKAGES> {
  const files = await readdir(BUILT).catch((): string[] => []);
  return PACKAGES.filter(({ file }) => files.includes(file));
}

/** @param origin the address of the service */
export async function downloadsContent(origin: string): Promise<PageContent> {
  const items = (await built()).map(
    ({ file, title, install, guide }) =>
      `<h2>${title}</h2><p><a href="/downloads/${file}">${file}</a> (<a href="${guide}">guide</a>)</p>\n` +
      `<pre><code>${install} ${escapeHtml(origin)}/downloads/${file}</code></pre>\n`,
  );
  return { title: 'Downloads', html: `<h1>Downloads</h1>\n${items.join('') || NOT_BUILT}` };
}

/** Null if the package is unknown or not built. */
export async function readDownload(name: string): Promise<Asset | null> {
  const found = (await built()).find(({ file }) => file === name);
  if (found === undefined) return null;
  return makeAsset('application/octet-stream', await readFile(new URL(found.file, BUILT)));
}
