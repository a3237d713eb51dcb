import { scopes } from '@bandeja/contract/account-enums';
import type { Service } from './service.ts';

/** Printed at once by the first start, since creating the database takes seconds. */
export function newDatabaseNotice(directory: string): string {
  return `Creating the embedded database in ${directory}. This takes a few seconds …\n`;
}

/** The text that a start prints. The demo's keys are shown nowhere else. */
export function greeting(
  { url, operatorTokenFile, demo, unusedDemo }: Pick<Service, 'url' | 'operatorTokenFile' | 'demo' | 'unusedDemo'>,
  now: number,
): string {
  const lines = [`Bandeja listens on ${url}`, `Documentation: ${url}/docs`];
  if (operatorTokenFile !== null) lines.push(`Operator token: ${operatorTokenFile}`);
  if (demo !== null) {
    lines.push(
      '',
      'The database is new, so it got a demo partner with a club night. Its key is shown only once:',
      '',
      `  ${demo.key}`,
      '',
      'Open the console in a browser, signed in with it:',
      '',
      `  ${url}/console#key=${demo.key}`,
      '',
      'A test key for its sandbox, which starts empty:',
      '',
      `  ${demo.testKey}`,
      '',
      'Submit a match and see how the ratings change:',
      '',
      `  ${sampleCommand(url, demo.key, demo.usernames, now)}`,
    );
  }
  if (unusedDemo !== null) {
    const settings = [`BANDEJA_URL=${url}`];
    if (operatorTokenFile !== null) settings.push(`BANDEJA_OPERATOR_TOKEN=$(cat '${operatorTokenFile}')`);
    lines.push(
      '',
      'The demo partner’s key was never used. If you do not have it, issue another:',
      '',
      `  ${settings.join(' ')} npm run --silent bandeja -- keys issue ${unusedDemo} --scope ${scopes.join(',')}`,
    );
  }
  return `${lines.join('\n')}\n\n`;
}

/** Works in any shell: the body contains no single quote. */
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
