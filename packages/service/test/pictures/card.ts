/** Cards to draw: a full one, and what a test changes of it. */
import type { Card } from '@bandeja/contract/card';
import type { MatchView, ParticipantView } from '@bandeja/contract/matches';
import { formatText } from '../../src/messages/format.ts';
import type { Language } from '../../src/messages/languages.ts';

export const NOW = Date.parse('2026-11-21T12:00:00Z');

type Outcome = MatchView['outcome'];

/** A match of Ana, always in team A, as her history shows it. @param sets own games first, such as `6-4 7-5` */
export function anasMatch(
  others: readonly string[],
  sets: string,
  won: boolean,
  delta: number | null,
  outcome: Outcome = 'played',
): MatchView {
  const participants = ['Ana', ...others].map((display_name, slot): ParticipantView => {
    const team = slot < 2 ? 'A' : 'B';
    return {
      profile_id: null,
      username: slot === 0 ? 'ana' : null,
      display_name,
      identity: display_name === 'Private player' ? 'hidden' : 'shown',
      team,
      court_position: null,
      won: (team === 'A') === won,
      rating_change: delta === null ? null : { service_score_before: 1600, service_score_after: 1600 + delta, delta },
    };
  });
  return {
    id: null,
    external_ref: null,
    status: 'completed',
    revision: 1,
    played_at: '2026-11-09T20:00:00.000Z',
    winning_team: won ? 'A' : 'B',
    trust_tier: 'partner_attested',
    outcome,
    competition_type: null,
    scoring: 'games',
    duration_minutes: null,
    venue_label: null,
    session_external_ref: null,
    participants,
    set_scores: (sets === '' ? [] : sets.split(' ')).map((set, index) => {
      const [team_a_games = 0, team_b_games = 0] = set.split('-').map(Number);
      return { set_number: index + 1, team_a_games, team_b_games, game_winners: null, first_server_team: null };
    }),
    rating_status: 'settled',
    confirmation: null,
    created_at: '2026-11-09T21:00:00.000Z',
    completed_at: '2026-11-09T21:00:00.000Z',
    voided_at: null,
    void_reason: null,
  };
}

const noWindow = { matches: 0, wins: 0, draws: 0, losses: 0, win_rate: null, service_score_change: 0 };

export const fullCard: Card = {
  player: {
    id: '7b0f5f0e-5f0c-4b7e-9d57-0f5d1a2b3c4d',
    username: 'ana',
    display_name: 'Ana García',
    country_code: 'ES',
    profile_is_public: true,
    external_ids: [],
    starting_level: null,
  },
  rating: {
    service_score: 1684,
    level: 3.92,
    confidence_level: 'high',
    confidence_label: 'Reliable',
    matches_played: 48,
    uncertainty: 72,
    last_played_at: '2026-11-09T20:00:00.000Z',
    percentile: 83,
    rating_status: 'settled',
  },
  windows: {
    '7d': { matches: 2, wins: 2, draws: 0, losses: 0, win_rate: 1, service_score_change: 18 },
    '30d': { matches: 9, wins: 6, draws: 0, losses: 3, win_rate: 0.6667, service_score_change: 41 },
    '90d': { matches: 223, wins: 111, draws: 0, losses: 112, win_rate: 0.4978, service_score_change: -120 },
  },
  form: { results: [...'WWWLWWLWWL'] as ('W' | 'L')[], streak: { result: 'W', length: 3 }, label: 'hot' },
  consistency: { value: 57, label: 'steady', sample: 30 },
  headline_insight: {
    code: 'serve',
    text: 'Your pair held 90 of 120 service games; about 74 expected against these opponents.',
    values: { won: 90, played: 120, expected: 74.4 },
    sample: 120,
  },
  last_matches: [
    anasMatch(['Bea Molina', 'Carla Ruiz', 'Dora Vidal'], '6-4 7-5', true, 12),
    anasMatch(['Bea', 'Carla', 'Dora'], '6-7 6-4 10-8', true, 6),
    anasMatch(['Bea', 'Carla', 'Private player'], '24-18', true, 9),
    anasMatch(['Bea', 'Carla', 'Dora'], '4-6 2-3', false, -11, 'retired'),
    anasMatch(['Bea', 'Carla', 'Dora'], '', true, null, 'walkover'),
  ],
};

export const emptyCard: Card = {
  ...fullCard,
  windows: { '7d': noWindow, '30d': noWindow, '90d': noWindow },
  form: { results: [], streak: null, label: 'new' },
  consistency: { value: null, label: 'new', sample: 0 },
  headline_insight: { code: 'no_matches', text: 'No matches yet', values: {}, sample: 0 },
  last_matches: [],
};

/** The full card of a player with this name. */
export const cardOf = (display_name: string): Card => ({
  ...fullCard,
  player: { ...fullCard.player, display_name },
});

/** A card with its sentences in another language. */
export function inLanguage(card: Card, language: Language): Card {
  const { rating, headline_insight: headline } = card;
  const formatted =
    headline.code === 'no_matches'
      ? { text: formatText(language, 'headline.no_matches', {}) }
      : { text: formatText(language, 'insight.serve', { won: 90, played: 120, expected: 74.4 }) };
  return {
    ...card,
    rating: { ...rating, confidence_label: formatText(language, `confidence.${rating.confidence_level}`, {}) },
    headline_insight: { ...headline, ...formatted },
  };
}
