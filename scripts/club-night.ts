/**
 * Makes the example of a club night, once as a JSON file with every game in its order and once as a flat CSV file.
 *
 *     node scripts/club-night.ts [--check]
 */
import { type EveningMatch, playEvening, players } from './americano-evening.ts';
import { writeOrCheck } from './generated-file.ts';

/** Of the first four hundred evenings, one with a single tie-break, a single 6–0, and 63 % of service games held. */
const SEED = 306;
const SESSION = 'club-norte-2025-10-17';
const VENUE = 'Club Norte';
/** Seven in the evening in Lisbon. */
const STARTED_AT = Date.UTC(2025, 9, 17, 18, 0);
const OFFSET_HOURS = 1;

const CSV_COLUMNS =
  'external_ref,played_at,team_a_1,team_a_2,team_b_1,team_b_2,winner,set_scores,' +
  'trust_tier,competition_type,duration_minutes,venue_label,session_external_ref';

const matches = playEvening(SEED);
writeOrCheck('examples/club-night.json', jsonFile());
writeOrCheck('examples/club-night.csv', csvFile());

function jsonFile(): string {
  const profiles = players.map(({ username, display_name, country_code }) => ({
    username,
    display_name,
    country_code,
  }));
  return `{
  "players": [
${profiles.map((profile) => `    ${onOneLine(profile)}`).join(',\n')}
  ],
  "matches": [
${matches.map(jsonMatch).join(',\n')}
  ]
}
`;
}

/** A whole body of POST /v1/matches, so that each match can also be sent alone. */
function jsonMatch(match: EveningMatch): string {
  const { a, b } = games(match);
  const sides = ['left', 'right'] as const;
  const participants = match.teams.flatMap((pair, team) =>
    pair.map(({ username }, place) => ({ username, team: team === 0 ? 'A' : 'B', court_position: sides[place] })),
  );
  const set = {
    set_number: 1,
    team_a_games: a,
    team_b_games: b,
    game_winners: match.gameWinners,
    first_server_team: match.firstServerTeam,
  };
  return `    {
      "external_ref": ${JSON.stringify(refOf(match))},
      "played_at": ${JSON.stringify(playedAt(match))},
      "winning_team": ${JSON.stringify(a > b ? 'A' : 'B')},
      "trust_tier": "partner_attested",
      "competition_type": "social",
      "venue_label": ${JSON.stringify(VENUE)},
      "session_external_ref": ${JSON.stringify(SESSION)},
      "duration_minutes": ${match.durationMinutes},
      "participants": [
${participants.map((participant) => `        ${onOneLine(participant)}`).join(',\n')}
      ],
      "set_scores": [
        ${onOneLine(set)}
      ]
    }`;
}

function csvFile(): string {
  const lines = matches.map((match) => {
    const { a, b } = games(match);
    const names = match.teams.flatMap((pair) => pair.map(({ username }) => username));
    const result = [a > b ? 'A' : 'B', `${a}-${b}`];
    const about = ['partner_attested', 'social', match.durationMinutes, VENUE, SESSION];
    return [refOf(match), playedAt(match), ...names, ...result, ...about].join(',');
  });
  return `${[CSV_COLUMNS, ...lines].join('\n')}\n`;
}

function games({ gameWinners }: EveningMatch): { a: number; b: number } {
  const a = gameWinners.filter((winner) => winner === 'A').length;
  return { a, b: gameWinners.length - a };
}

function refOf({ round, court }: EveningMatch): string {
  return `${SESSION}-r${round}-c${court}`;
}

/** Local time with its offset, as a club would write it. */
function playedAt({ startMinute }: EveningMatch): string {
  const local = new Date(STARTED_AT + OFFSET_HOURS * 3_600_000 + startMinute * 60_000);
  return `${local.toISOString().slice(0, 19)}+0${OFFSET_HOURS}:00`;
}

function onOneLine(value: object): string {
  return JSON.stringify(value, null, 1)
    .replaceAll(/\n\s*/g, ' ')
    .replaceAll(/\[ | \]/g, (bracket) => bracket.trim());
}
