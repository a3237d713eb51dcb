import packageJson from '../../../package.json' with { type: 'json' };
import { type Page, type PageIndex, sourceOf } from './page-index.ts';

const FILES = [
  '- [The API as OpenAPI 3.1](/openapi.json): Every operation, shape and error.',
  '- [The guides and the reference in one file](/llms-full.txt): For programs that read everything at once.',
];

/** `/llms.txt` (llmstxt.org): the table of contents for programs that read Markdown. */
export function llmsText({ home, chapters }: PageIndex): string {
  const item = ({ title, sourceAddress, lead }: Page) => `- [${title}](${sourceAddress}): ${firstSentence(lead)}`;
  const lists = chapters.map(({ title, pages }) => {
    const api = title === 'Reference' ? FILES : [];
    return `## ${title}\n\n${[...api, ...pages.map(item)].join('\n')}\n`;
  });
  return `# ${home.title}\n\n> ${packageJson.description}\n\n${home.lead}\n\n${lists.join('\n')}`;
}

/** `/llms-full.txt`: the guides and the reference as one Markdown text. Each page begins with its address. */
export async function llmsFullText(index: PageIndex): Promise<string> {
  const chapters = index.chapters.filter(({ title }) => title === 'Reference' || title.startsWith('Guides '));
  const pages = [index.home, ...chapters.flatMap((chapter) => chapter.pages)];
  const texts = pages.map(async (page) => `<!-- ${page.address} -->\n\n${await sourceOf(index, page)}`);
  return (await Promise.all(texts)).join('\n');
}

function firstSentence(text: string): string {
  return /^.*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text;
}
