import { scopes } from '@bandeja/contract/keys';
import type { Service } from './service.ts';

/** What the first start prints at once, as plain text: the next output comes only when the database has been created. */
export function newDatabaseNotice(directory: string): string {
  return `Making the embedded database in ${directory}, which takes some seconds …\n`;
}

/** What a start prints for the person who started it, as plain text. The demo key is shown here and nowhere else. */
export function greeting(
  { url, operatorTokenFile, demo, unusedDemo }: Pick<Service, 'url' | 'operatorTokenFile' | 'demo' | 'unusedDemo'>,
  now: number,
): string {
  const lines = [`Bandeja listens on ${url}`, `Documentation: ${url}/docs`];
  if (operatorTokenFile !== null) lines.push(`Operator token: ${operatorTokenFile}`);
  if (demo !== null) {
    lines.push(
      '',
      'This database is new, so it has a demo partner and a club night. Its key, shown only this once:',
      '',
      `  ${demo.key}`,
      '',
      'A test key for a sandbox of its own, which starts empty:',
      '',
      `  ${demo.testKey}`,
      '',
      'Submit a match and see what it does to the ratings:',
      '',
      `  ${sampleCommand(url, demo.key, demo.usernames, now)}`,
    );
  }
  if (unusedDemo !== null) {
    const settings = [`BANDEJA_URL=${url}`];
    if (operatorTokenFile !== null) settings.push(`BANDEJA_OPERATOR_TOKEN=$(cat '${operatorTokenFile}')`);
    lines.push(
      '',
      'No key of the demo partner was used yet. If you do not have its key, issue another:',
      '',
      `  ${settings.join(' ')} npm run --silent bandeja -- keys issue ${unusedDemo} --scope ${scopes.join(',')}`,
    );
  }
  return `${lines.join('\n')}\n\n`;
}

/** A line for any shell: the body has no character that is special within single quotes. */
function sampleCommand(url: string, key: string, usernames: readonly string[], now: number): string {
  const [first, second, third, fourth] = usernames;
  const body = {
    external_ref: 'my-first-match',
    played_at: `${new Date(now).toISOString().slice(0, 19)}Z`,
    winning_team: 'A',
    trust_tier: 'partner_attested',
    participants: [
      { username: first, team: 'A' },
      { username: second, team: 'A' },
      { username: third, team: 'B' },
      { username: fourth, team: 'B' },
    ],
    set_scores: [
      { set_number: 1, team_a_games: 6, team_b_games: 4 },
      { set_number: 2, team_a_games: 7, team_b_games: 5 },
    ],
  };
  return `curl -s ${url}/v1/matches -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`;
}
