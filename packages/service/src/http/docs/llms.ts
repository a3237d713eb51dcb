import packageJson from '../../../package.json' with { type: 'json' };
import type { Page, PageIndex } from './page-index.ts';

/** `/llms.txt` (llmstxt.org): the table of contents for programs that read Markdown. */
export function llmsText({ home, chapters }: PageIndex): string {
  const item = ({ title, sourceAddress, lead }: Page) => `- [${title}](${sourceAddress}): ${firstSentence(lead)}`;
  const lists = chapters.map(({ title, pages }) => {
    const api =
      title === 'Reference' ? ['- [The API as OpenAPI 3.1](/openapi.json): Every operation, shape and error.'] : [];
    return `## ${title}\n\n${[...api, ...pages.map(item)].join('\n')}\n`;
  });
  return `# ${home.title}\n\n> ${packageJson.description}\n\n${home.lead}\n\n${lists.join('\n')}`;
}

function firstSentence(text: string): string {
  return /^.*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text;
}
