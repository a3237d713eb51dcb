/** A row of each table as SQL expressions: one of each that is right, and how to make it wrong. */

/** A row as SQL expressions by column. */
export type Row = Readonly<Record<string, string>>;

export interface Case {
  /** What is wrong, said of the row. */
  readonly name: string;
  readonly change: Row;
}

const SECRET = "decode(repeat('ff', 32), 'hex')";
const NOBODY = "'7b0f5f0e-5f0c-4b7e-9d57-0f5d1a2b3c4d'";

/** So many ones, but for the one at a place, from 1. */
const numbers = (count: number, at = 0, value = '1'): string =>
  `array[${Array.from({ length: count }, (_, index) => (index === at - 1 ? value : '1')).join(', ')}]::float8[]`;
const BEFORE = numbers(20);
const AFTER = numbers(12);
/** The same array with elements from 0 on. */
const fromZero = (array: string): string =>
  `('[0:' || cardinality(${array}) - 1 || ']=' || (${array})::text)::float8[]`;

/** The tables, each with a row that is right. `:partner`, `:key`, `:match` and `:a`–`:d` stand for ids that exist. */
export const rightRows: Readonly<Record<string, Row>> = {
  partners: { id: 'gen_random_uuid()', name: "'Club'", plan: "'pro'", suspended: 'false', created_at: 'now()' },
  api_keys: {
    id: 'gen_random_uuid()',
    partner_id: ':partner',
    public_id: "'abc'",
    key_hash: "decode(repeat('ff', 32), 'hex')",
    name: 'null',
    mode: "'live'",
    scopes: "array['read:players']",
    expires_at: 'now()',
    granted_until: 'now()',
    revoked_at: 'null',
    created_at: 'now()',
    last_used_at: 'null',
  },
  sandboxes: {
    partner_id: ':partner',
    generation: '1',
    clock_ahead_ms: '0',
    version: '1',
    created_at: 'now()',
    cleared_at: 'null',
  },
  usage_days: {
    day: "'2026-05-01'",
    partner_id: ':partner',
    key_id: '(select id from api_keys limit 1)',
    requests: '4',
    rate_limited: '1',
    units: '12',
    matches_stored: '1',
    matches_duplicate: '1',
    matches_rejected: '1',
  },
  rosters: { partner_id: ':partner', slug: "'night'", name: 'null', created_at: 'now()' },
  roster_members: { partner_id: ':partner', slug: "'members'", player_id: ':a', added_at: 'now()', is_guest: 'false' },
  player_shares: {
    id: 'gen_random_uuid()',
    player_id: ':a',
    code_hash: "decode(repeat('ff', 32), 'hex')",
    created_at: 'now()',
    expires_at: "now() + interval '1 hour'",
    redeemed_at: 'now()',
    redeemed_by_partner_id: ':partner',
  },
  calibrations: {
    calibrated_at: 'now()',
    model_version: "'pair-2'",
    steepness: '1',
    penalty: '1.5',
    hold_rate: '0.7',
    matches: '1',
    service_games: '1',
  },
  players: {
    id: 'gen_random_uuid()',
    username: "'ana'",
    display_name: "'Ana'",
    country_code: "'ES'",
    profile_is_public: 'true',
    creator_partner_id: ':partner',
    created_at: 'now()',
    version: '1',
    sort_name: "'ana'",
    name_words: "' ana'",
    erased_at: 'null',
  },
  erasure_salt: { id: '1', salt: "decode(repeat('ff', 32), 'hex')" },
  erasures: {
    partner_id: ':partner',
    seq: '1',
    player_id: ':a',
    at: 'now()',
    key_id: ':key',
    actor: "'key'",
    name_hash: "decode(repeat('ff', 32), 'hex')",
    hash: "decode(repeat('ff', 32), 'hex')",
  },
  score_percentiles: { service_score: '1500', percentile: '50' },
  player_ratings: {
    player_id: ':rateless',
    mean: '0.1',
    variance: '0.2',
    shown: '0',
    last_played_at: 'now()',
    matches_played: '1',
    last_match_id: ':match',
    model_version: "'pair-2'",
    version: '1',
  },
  tasks: {
    id: 'gen_random_uuid()',
    kind: "'verify'",
    state: "'running'",
    progress_done: '1',
    progress_total: '2',
    result: 'null',
    error_code: 'null',
    error_detail: 'null',
    created_at: 'now()',
    started_at: 'now()',
    ended_at: 'null',
    attempts: '1',
  },
  matches: {
    id: 'gen_random_uuid()',
    partner_id: ':partner',
    external_ref: "'m1'",
    status: "'completed'",
    revision: '1',
    played_at: "'2026-05-01T19:10:00Z'",
    winning_team: "'A'",
    trust_tier: "'imported'",
    outcome: "'played'",
    competition_type: 'null',
    scoring: 'null',
    duration_minutes: 'null',
    venue_label: 'null',
    session_external_ref: 'null',
    player_ids: 'array[:a, :b, :c, :d]::uuid[]',
    teams: "'AABB'",
    court_positions: "'L--R'",
    set_scores: "'6-4:ABAABABAAA/A 10-0'",
    created_at: 'now()',
    completed_at: 'now()',
    voided_at: 'null',
    void_reason: 'null',
  },
  sessions: {
    partner_id: ':partner',
    started_at: 'now()',
    ended_at: 'now()',
    matches: '1',
    session_external_ref: "'night'",
  },
  player_matches: { player_id: ':a', played_at: 'now()', match_id: ':match' },
  match_ratings: {
    match_id: ':match',
    played_at: 'now()',
    model_version: "'pair-2'",
    player_ids: 'array[:a, :b, :c, :d]::uuid[]',
    units_won: '12',
    units_lost: '7',
    units_standard: '20',
    weight: '0.63',
    pair_evidence: '0',
    result: '1',
    length: '1',
    before: BEFORE,
    after: AFTER,
  },
  ledger_state: {
    id: '1',
    model_version: "'pair-2'",
    run_played_at: 'now()',
    run_match_id: ':match',
    run_started_at: 'now()',
    run_since: 'now()',
    run_is_rebuild: 'false',
    run_number: '7',
    run_ms: '1.5',
    run_matches_read: '0',
    run_matches_changed: '0',
    next_played_at: 'now()',
    next_match_id: ':match',
    next_since: 'now()',
    next_is_rebuild: 'false',
  },
  leases: { name: "'rehearsal'", holder: 'gen_random_uuid()', until: 'now()' },
  ledger_changes: {
    match_id: ':match',
    played_at: 'now()',
    player_ids: 'array[:a, :b, :c, :d]::uuid[]',
    versions: 'array[1, 2, 3, 4]::bigint[]',
  },
  event_clock: { id: '1', xid_offset: '0' },
  event_log: {
    partner_id: ':partner',
    position: '1',
    at: 'now()',
    kind: "'match.completed'",
    subject_id: ':match',
    revision: '1',
    ratings: "decode(repeat('00', 48), 'hex')",
  },
  webhook_endpoints: {
    id: 'gen_random_uuid()',
    partner_id: ':partner',
    url: "'https://club.example'",
    event_types: 'null',
    disabled_reason: 'null',
    disabled_at: 'null',
    secret: SECRET,
    previous_secret: 'null',
    previous_secret_until: 'null',
    created_at: 'now()',
    version: '1',
    queued_position: '0',
    queued_id: '0',
    failures_in_a_row: '0',
    failing_since: 'null',
    last_delivered_at: 'null',
    paused_until: 'null',
  },
  webhook_queue: {
    endpoint_id: ':endpoint',
    position: '1',
    log_id: '1',
    part: '0',
    subject_id: ':match',
    attempts: '1',
    first_tried_at: 'now()',
    due_at: 'now()',
    claimed_until: 'null',
  },
  webhook_deliveries: {
    endpoint_id: ':endpoint',
    at: 'now()',
    id: 'gen_random_uuid()',
    event_id: "'evt_1'",
    event_type: "'match.completed'",
    attempt: '1',
    duration_ms: '0',
    status_code: '200',
    error: 'null',
  },
  audit_chains: { partner_id: ':chainless', seq: '0', hash: "decode(repeat('00', 32), 'hex')" },
  audit_entries: {
    partner_id: ':partner',
    seq: '1',
    match_id: ':match',
    at: 'now()',
    revision: '1',
    key_id: ':key',
    actor: "'key'",
    action: "'submitted'",
    changes: "'[]'",
    hash: "decode(repeat('ff', 32), 'hex')",
  },
};

const bad = (name: string, change: Row): Case => ({ name, change });
const length = (column: string, most: number, more: Row = {}): readonly Case[] => [
  bad(`an empty ${column}`, { ...more, [column]: "''" }),
  bad(`a ${column} of ${most + 1}`, { ...more, [column]: `repeat('x', ${most + 1})` }),
];
export const voided: Row = { status: "'voided'", voided_at: 'now()', void_reason: "'Twice.'" };
/** What a task that is over has. */
const over: Row = { ended_at: 'now()' };
/** What is left of an erased player. */
export const erased: Row = {
  username: 'null',
  display_name: 'null',
  country_code: 'null',
  profile_is_public: 'false',
  creator_partner_id: 'null',
  sort_name: 'null',
  name_words: 'null',
  erased_at: 'now()',
};
/** A log row of ratings alone. */
const ofRatings: Row = { kind: "'rating.updated'", subject_id: 'null', revision: 'null' };
const short: Row = { hash: "'\\xff'" };
/** Columns that are null together: each of them alone may not be. */
const together = (...columns: readonly string[]): readonly Case[] =>
  columns.map((column) => bad(`no ${column} beside the others`, { [column]: 'null' }));

/** Changes that make a row wrong in one way, by the constraint that has to say so. */
export const wrongRows: Readonly<Record<string, Readonly<Record<string, readonly Case[]>>>> = {
  partners: {
    partners_name_length: length('name', 80),
    partners_plan_known: [bad('an unknown plan', { plan: "'gold'" })],
  },
  api_keys: {
    api_keys_partner: [bad('a partner who does not exist', { partner_id: NOBODY })],
    api_keys_public_id_unique: [
      bad('a public id that is taken', { public_id: '(select public_id from api_keys limit 1)' }),
    ],
    api_keys_hash_is_sha256: [bad('a short hash', { key_hash: "'\\xff'" })],
    api_keys_name_length: length('name', 80),
    api_keys_mode_known: [bad('an unknown mode', { mode: "'draft'" })],
    api_keys_scopes_known: [
      bad('no scopes', { scopes: "'{}'" }),
      bad('an unknown scope', { scopes: "array['read:players', 'read:everything']" }),
    ],
    api_keys_ends_within_grant: [bad('an end after that of its grant', { expires_at: "now() + interval '1 s'" })],
  },
  rosters: {
    rosters_partner: [bad('a partner who does not exist', { partner_id: NOBODY })],
    rosters_slug_form: ["''", "'Night'", "'a b'", "repeat('x', 65)"].map((slug) => bad(`the slug ${slug}`, { slug })),
    rosters_name_length: length('name', 80),
  },
  roster_members: {
    roster_members_player: [bad('a player who does not exist', { player_id: NOBODY })],
    roster_members_roster: [bad('a roster that does not exist', { slug: "'none'" })],
  },
  player_shares: {
    player_shares_player: [bad('a player who does not exist', { player_id: NOBODY })],
    player_shares_code_unique: [bad('a code that is used', { code_hash: "decode(repeat('00', 32), 'hex')" })],
    player_shares_code_is_sha256: [bad('a short hash', { code_hash: "'\\xff'" })],
    player_shares_expiry_after_creation: [bad('an end at its beginning', { expires_at: 'now()' })],
    player_shares_redeemer: [bad('a partner who does not exist', { redeemed_by_partner_id: NOBODY })],
    player_shares_redeemed_iff_redeemer: [
      bad('redeemed by nobody', { redeemed_by_partner_id: 'null' }),
      bad('redeemed at no time', { redeemed_at: 'null' }),
    ],
  },
  calibrations: {
    calibrations_penalty_in_range: ['-0.01', '4.01', "'NaN'"].map((penalty) =>
      bad(`a penalty of ${penalty}`, { penalty }),
    ),
    calibrations_steepness_in_range: ['0.39', '2.51', "'NaN'"].map((steepness) =>
      bad(`a steepness of ${steepness}`, { steepness }),
    ),
    calibrations_hold_rate_is_share: ['0', '1', "'NaN'"].map((hold_rate) =>
      bad(`a hold rate of ${hold_rate}`, { hold_rate }),
    ),
    calibrations_matches_natural: [bad('−1 matches', { matches: '-1' })],
    calibrations_service_games_natural: [bad('−1 service games', { service_games: '-1' })],
  },
  players: {
    players_username_unique: [
      bad('a username that is taken', { username: '(select username from players where id = :a)' }),
    ],
    players_username_form: ["'Ana'", "'a'", "'-ana'", "'ana.'", "'search'", "repeat('x', 41)"].map((username) =>
      bad(`the username ${username}`, { username }),
    ),
    players_display_name_length: length('display_name', 80),
    players_country_code_form: [bad('a country in lower case', { country_code: "'es'" })],
    players_creator: [bad('a creator who does not exist', { creator_partner_id: NOBODY })],
    players_version_positive: [bad('version 0', { version: '0' })],
    players_named_unless_erased: [
      ...together('username', 'display_name', 'sort_name', 'name_words', 'creator_partner_id'),
      bad('an erased player with a name', { ...erased, username: "'ana'" }),
      bad('an erased player with words to be found by', { ...erased, sort_name: "'ana'", name_words: "' ana'" }),
      bad('an erased player with a creator', { ...erased, creator_partner_id: ':partner' }),
    ],
    players_erased_without_details: [
      bad('an erased player with a country', { ...erased, country_code: "'ES'" }),
      bad('an erased player who is public', { ...erased, profile_is_public: 'true' }),
    ],
  },
  erasure_salt: {
    erasure_salt_one_row: [bad('a second row', { id: '2' })],
    erasure_salt_of_32_bytes: [bad('a short salt', { salt: "'\\xff'" })],
  },
  erasures: {
    erasures_partner: [bad('a partner who does not exist', { partner_id: NOBODY })],
    erasures_player: [bad('a player who does not exist', { player_id: NOBODY })],
    erasures_player_unique: [bad('a player who was erased before', { player_id: ':gone' })],
    erasures_key: [bad('a key that does not exist', { key_id: NOBODY })],
    erasures_actor_known: [bad('an unknown actor', { actor: "'service'", key_id: 'null' })],
    erasures_actor_is_key_iff_key_id: [
      bad('a key without its id', { key_id: 'null' }),
      bad('an operator with a key', { actor: "'operator'" }),
    ],
    erasures_seq_positive: [bad('place 0', { seq: '0' })],
    erasures_name_hash_is_sha256: [bad('a short hash of the name', { name_hash: "'\\xff'" })],
    erasures_hash_is_sha256: [bad('a short hash', short)],
  },
  event_clock: { event_clock_one_row: [bad('a second row', { id: '2' })] },
  event_log: {
    event_log_kind_known: [bad('an unknown kind', { kind: "'match.played'" })],
    event_log_revision_positive: [bad('revision 0', { revision: '0' })],
    event_log_subject_unless_ratings_alone: [
      bad('a match without its id', { subject_id: 'null' }),
      bad('ratings alone with a subject', { ...ofRatings, subject_id: ':a' }),
    ],
    event_log_revision_iff_match: [
      bad('a match without its revision', { revision: 'null' }),
      bad('a player with a revision', { kind: "'player.registered'", subject_id: ':a' }),
    ],
    event_log_ratings_of_24_bytes: [
      bad('no rating', { ratings: "'\\x'" }),
      bad('a rating and a half', { ratings: "decode(repeat('00', 36), 'hex')" }),
    ],
    event_log_ratings_if_alone: [bad('ratings alone without one', { ...ofRatings, ratings: 'null' })],
  },
  webhook_endpoints: {
    webhook_endpoints_partner: [bad('a partner who does not exist', { partner_id: NOBODY })],
    webhook_endpoints_url_length: [bad('an empty address', { url: "''" })],
    webhook_endpoints_some_event_type: [bad('no type of events', { event_types: "'{}'" })],
    webhook_endpoints_disabled_reason_known: [
      bad('an unknown reason', { disabled_reason: "'bored'", disabled_at: 'now()' }),
    ],
    webhook_endpoints_disabled_together: [
      bad('a reason without a time', { disabled_reason: "'gone'" }),
      bad('a time without a reason', { disabled_at: 'now()' }),
    ],
    webhook_endpoints_secret_length: [bad('a short secret', { secret: "'\\xff'" })],
    webhook_endpoints_previous_secret_length: [
      bad('a short previous secret', { previous_secret: "'\\xff'", previous_secret_until: 'now()' }),
    ],
    webhook_endpoints_previous_secret_together: [
      bad('a previous secret without an end', { previous_secret: SECRET }),
      bad('an end without a previous secret', { previous_secret_until: 'now()' }),
    ],
    webhook_endpoints_version_positive: [bad('version 0', { version: '0' })],
    webhook_endpoints_failures_natural: [bad('−1 failures', { failures_in_a_row: '-1' })],
    webhook_endpoints_failing_since_iff_failures: [
      bad('failures without a time', { failures_in_a_row: '1' }),
      bad('a time without failures', { failing_since: 'now()' }),
    ],
  },
  webhook_queue: {
    webhook_queue_endpoint: [bad('an endpoint that does not exist', { endpoint_id: NOBODY })],
    webhook_queue_part_natural: [bad('part −1', { part: '-1' })],
    webhook_queue_attempts_natural: [bad('−1 attempts', { attempts: '-1', first_tried_at: 'null' })],
    webhook_queue_tried_iff_attempts: [
      bad('an attempt without a time', { first_tried_at: 'null' }),
      bad('a time without an attempt', { attempts: '0' }),
    ],
  },
  webhook_deliveries: {
    webhook_deliveries_endpoint: [bad('an endpoint that does not exist', { endpoint_id: NOBODY })],
    webhook_deliveries_attempt_positive: [bad('try 0', { attempt: '0' })],
    webhook_deliveries_duration_natural: [bad('a negative duration', { duration_ms: '-1' })],
    webhook_deliveries_status_code_in_range: [bad('status 99', { status_code: '99', error: "'status'" })],
    webhook_deliveries_error_known: [bad('an unknown error', { error: "'bored'" })],
    webhook_deliveries_delivered_has_status: [
      bad('delivered without a status', { status_code: 'null' }),
      bad('delivered with 500', { status_code: '500' }),
    ],
  },
  score_percentiles: {
    score_percentiles_score_in_range: [bad('a score of 3001', { service_score: '3001' })],
    score_percentiles_percentile_in_range: [bad('101 percent', { percentile: '101' })],
  },
  player_ratings: {
    player_ratings_player: [bad('a player who does not exist', { player_id: NOBODY })],
    player_ratings_variance_positive: ['0', '-0.1', "'NaN'", "'Infinity'"].map((variance) =>
      bad(`a variance of ${variance}`, { variance }),
    ),
    player_ratings_matches_played_natural: [bad('−1 matches', { matches_played: '-1' })],
    player_ratings_state_iff_played: [
      bad('a state before the first match', { matches_played: '0' }),
      ...together('mean', 'variance', 'shown', 'last_played_at', 'last_match_id', 'model_version'),
    ],
    player_ratings_version_positive: [bad('version 0', { version: '0' })],
  },
  tasks: {
    tasks_kind_known: [bad('an unknown kind', { kind: "'sweep'" })],
    tasks_state_known: [bad('an unknown state', { state: "'paused'" })],
    tasks_progress_done_natural: [bad('progress of −1', { progress_done: '-1' })],
    tasks_progress_total_natural: [bad('a total of −1', { progress_total: '-1' })],
    tasks_attempts_natural: [bad('−1 attempts', { attempts: '-1' })],
    tasks_started_unless_queued: [
      bad('a start while queued', { state: "'queued'" }),
      bad('no start while running', { started_at: 'null' }),
    ],
    tasks_over_iff_ended_at: [bad('an end while running', { ended_at: 'now()' })],
    tasks_done_iff_result: [
      bad('a result while running', { result: "'{}'" }),
      bad('no result when done', { ...over, state: "'done'" }),
    ],
    tasks_failed_iff_error: [
      bad('an error while running', { error_code: "'task_failed'", error_detail: "'It failed.'" }),
      bad('no error when failed', { ...over, state: "'failed'" }),
    ],
    tasks_error_together: [
      bad('an error without a sentence', { ...over, state: "'failed'", error_code: "'task_failed'" }),
    ],
    tasks_total_needs_done: [bad('a total without progress', { progress_done: 'null' })],
  },
  matches: {
    matches_partner: [bad('a partner who does not exist', { partner_id: NOBODY })],
    matches_external_ref_length: length('external_ref', 128),
    matches_external_ref_unique: [bad('a reference that its partner has used', { external_ref: "'taken'" })],
    matches_status_known: [bad('an unknown status', { status: "'done'" })],
    matches_revision_positive: [bad('revision 0', { revision: '0' })],
    matches_played_at_since_1970: ['1969-12-31T23:59:59.999Z', '10000-01-01T00:00:00Z', 'infinity', '-infinity'].map(
      (played_at) => bad(`a match of ${played_at}`, { played_at: `'${played_at}'` }),
    ),
    matches_draw_was_played: [
      bad('a drawn match without a scoreline', { winning_team: 'null', set_scores: "''" }),
      bad('a drawn match that was given up', { winning_team: 'null', set_scores: "'12-12'", outcome: "'retired'" }),
    ],
    matches_winning_team_known: [bad('team C', { winning_team: "'C'" })],
    matches_trust_tier_known: [bad('an unknown trust tier', { trust_tier: "'sworn'" })],
    matches_outcome_known: [bad('an unknown outcome', { outcome: "'won'" })],
    matches_competition_type_known: [bad('an unknown competition', { competition_type: "'cup'" })],
    matches_scoring_known: [bad('an unknown scoring', { scoring: "'sets'" })],
    matches_duration_in_range: ['0', '-1', '1440.0001', "'NaN'", "'Infinity'"].map((duration_minutes) =>
      bad(`a duration of ${duration_minutes}`, { duration_minutes }),
    ),
    matches_venue_label_length: length('venue_label', 120),
    matches_session_external_ref_length: length('session_external_ref', 128),
    matches_session_external_ref_in_path: ['.', '..'].map((ref) =>
      bad(`the reference ${ref}`, { session_external_ref: `'${ref}'` }),
    ),
    matches_four_different_players: [
      bad('three players', { player_ids: 'array[:a, :b, :c]::uuid[]' }),
      bad('five players', { player_ids: `array[:a, :b, :c, :d, ${NOBODY}]::uuid[]` }),
      bad('a player twice in a team', { player_ids: 'array[:a, :a, :c, :d]::uuid[]' }),
      bad('a player in both teams', { player_ids: 'array[:a, :b, :c, :a]::uuid[]' }),
      bad('nobody in a place', { player_ids: 'array[:a, :b, :c, null]::uuid[]' }),
      bad('four players who are counted from 0', {
        player_ids: "('[0:3]=' || array[:a, :b, :c, :d]::uuid[]::text)::uuid[]",
      }),
      bad('pairs of players', { player_ids: 'array[array[:a, :b], array[:c, :d]]::uuid[]' }),
    ],
    matches_two_players_a_team: [
      bad('three against one', { teams: "'AAAB'", court_positions: "'----'" }),
      bad('a third team', { teams: "'AABC'" }),
      bad('a place without a team', { teams: "'AAB'" }),
      bad('five places', { teams: "'AABBB'", court_positions: "'----'" }),
    ],
    matches_court_positions_known: [
      bad('an unknown position', { court_positions: "'L--C'" }),
      bad('three positions', { court_positions: "'L--'" }),
      bad('five positions', { court_positions: "'L--R-'" }),
    ],
    matches_one_player_a_side: [
      bad('two on the left in one team', { court_positions: "'LL--'" }),
      bad('two on the right in one team', { court_positions: "'--RR'" }),
      bad('two on the left in one team that stands crosswise', { teams: "'ABBA'", court_positions: "'LRLL'" }),
      bad('two on the right in the second team that stands crosswise', { teams: "'ABAB'", court_positions: "'-R-R'" }),
    ],
    matches_set_scores_is_scoreline: [
      bad('a word for sets', { set_scores: "'none'" }),
      bad('a blank before the sets', { set_scores: "' 6-4'" }),
      bad('a blank after the sets', { set_scores: "'6-4 '" }),
      bad('two blanks between sets', { set_scores: "'6-4  6-4'" }),
      bad('a set on a line of its own', { set_scores: String.raw`E'6-4\n6-4'` }),
      bad('100 games', { set_scores: "'100-4'" }),
      bad('−1 games', { set_scores: "'6--1'" }),
      bad('games with a leading zero', { set_scores: "'06-4'" }),
      bad('one team’s games', { set_scores: "'6-'" }),
      bad('an empty list of game winners', { set_scores: "'6-4:'" }),
      bad('a game won by a third team', { set_scores: "'6-4:ABC'" }),
      bad('201 game winners', { set_scores: "'99-99:' || repeat('A', 201)" }),
      bad('a third team that serves first', { set_scores: "'6-4/C'" }),
      bad('no team that serves first', { set_scores: "'6-4/'" }),
      bad('16 sets', { set_scores: "repeat('6-4 ', 15) || '6-4'" }),
    ],
    matches_void_reason_length: length('void_reason', 500, voided),
    matches_completed_has_completed_at: [
      bad('completed at no time', { completed_at: 'null' }),
      bad('pending and completed at some time', { status: "'pending'" }),
    ],
    matches_voided_iff_voided_at: [
      bad('voided at no time', { ...voided, voided_at: 'null' }),
      bad('completed and voided at some time', { voided_at: 'now()' }),
    ],
    matches_voided_iff_void_reason: [
      bad('voided for no reason', { ...voided, void_reason: 'null' }),
      bad('completed and voided for a reason', { void_reason: "'Twice.'" }),
    ],
    matches_walkover_without_scoreline: [bad('a walkover with sets', { outcome: "'walkover'" })],
  },
  sessions: {
    sessions_partner: [bad('a partner who does not exist', { partner_id: NOBODY })],
    sessions_matches_positive: [bad('a session of no matches', { matches: '0' })],
    sessions_start_before_end: [bad('an end before the start', { ended_at: "now() - interval '1 s'" })],
  },
  player_matches: {
    player_matches_match: [bad('a match that does not exist', { match_id: NOBODY })],
  },
  match_ratings: {
    match_ratings_match: [bad('a match that does not exist', { match_id: NOBODY })],
    match_ratings_four_players: [
      bad('players who are counted from 0', {
        player_ids: "('[0:3]=' || array[:a, :b, :c, :d]::uuid[]::text)::uuid[]",
      }),
      bad('three players', { player_ids: 'array[:a, :b, :c]::uuid[]' }),
    ],
    match_ratings_pair_evidence_known: ['0.5', "'NaN'"].map((pair_evidence) =>
      bad(`pair evidence of ${pair_evidence}`, { pair_evidence }),
    ),
    match_ratings_result_known: ['0', '2', "'NaN'"].map((result) => bad(`a result of ${result}`, { result })),
    match_ratings_weight_positive: ['0', '1.01', "'NaN'"].map((weight) => bad(`a weight of ${weight}`, { weight })),
    match_ratings_variance_positive: ['0', '-0.1', "'NaN'", "'Infinity'"].map((value) =>
      bad(`a variance of ${value}`, { after: numbers(12, 8, value) }),
    ),
    match_ratings_matches_played_natural: ['-1', '0.5', "'NaN'", "'Infinity'"].map((value) =>
      bad(`${value} matches before`, { before: numbers(20, 10, value) }),
    ),
    match_ratings_length_in_range: [
      bad('no length', { length: '0' }),
      bad('more than a whole length', { length: '1.01' }),
    ],
    match_ratings_before_four_states: [
      bad('three states before', { before: numbers(15) }),
      bad('states before that are counted from 0', { before: fromZero(BEFORE) }),
      bad('a number before that is not known', { before: numbers(20, 5, 'null') }),
    ],
    match_ratings_after_four_states: [
      bad('three states after', { after: numbers(9) }),
      bad('states after that are counted from 0', { after: fromZero(AFTER) }),
      bad('a number after that is not known', { after: numbers(12, 1, 'null') }),
    ],
    match_ratings_units_together: [bad('units won without units lost', { units_lost: 'null' })],
  },
  ledger_state: {
    ledger_state_one_row: [bad('a second row', { id: '2' })],
    ledger_state_read_natural: [bad('−1 matches read', { run_matches_read: '-1' })],
    ledger_state_changed_natural: [bad('−1 matches changed', { run_matches_changed: '-1' })],
    ledger_state_ms_natural: [bad('a run of −1 ms', { run_ms: '-1' })],
    ledger_state_run_together: together('run_played_at', 'run_match_id', 'run_started_at', 'run_since'),
    ledger_state_next_together: together('next_played_at', 'next_match_id', 'next_since'),
    ledger_state_rebuild_needs_run: [
      bad('a rebuild without a run', {
        run_is_rebuild: 'true',
        run_played_at: 'null',
        run_match_id: 'null',
        run_started_at: 'null',
        run_since: 'null',
      }),
    ],
    ledger_state_rebuild_needs_next: [
      bad('a rebuild that is not scheduled', {
        next_is_rebuild: 'true',
        next_played_at: 'null',
        next_match_id: 'null',
        next_since: 'null',
      }),
    ],
  },
  leases: { leases_together: together('holder', 'until') },
  ledger_changes: {
    ledger_changes_place_together: together('match_id', 'played_at'),
    ledger_changes_version_a_player: [bad('three versions of four players', { versions: 'array[1, 2, 3]::bigint[]' })],
  },
  sandboxes: {
    sandboxes_partner: [bad('a partner who does not exist', { partner_id: NOBODY })],
    sandboxes_generation_positive: [bad('a generation 0', { generation: '0' })],
    sandboxes_clock_in_range: ['1e16', "'NaN'"].map((ms) =>
      bad(`a clock that is ${ms} ms ahead`, { clock_ahead_ms: ms }),
    ),
    sandboxes_version_positive: [bad('a version 0', { version: '0' })],
  },
  usage_days: {
    usage_days_partner: [bad('a partner who does not exist', { partner_id: NOBODY })],
    usage_days_key: [bad('a key that does not exist', { key_id: NOBODY })],
    usage_days_counts_natural: [
      bad('−1 requests', { requests: '-1' }),
      bad('−1 units', { units: '-1' }),
      bad('−1 matches', { matches_rejected: '-1' }),
    ],
  },
  audit_chains: {
    audit_chains_partner: [bad('a partner who does not exist', { partner_id: NOBODY })],
    audit_chains_seq_natural: [bad('a chain of −1 entries', { seq: '-1' })],
    audit_chains_hash_is_sha256: [bad('a hash of one byte', short)],
  },
  audit_entries: {
    audit_entries_chain: [bad('a partner without a chain', { partner_id: NOBODY })],
    audit_entries_seq_positive: [bad('seq 0', { seq: '0' })],
    audit_entries_match: [bad('a match that does not exist', { match_id: NOBODY })],
    audit_entries_action_known: [bad('an unknown action', { action: "'deleted'", changes: "'[{}]'" })],
    audit_entries_key: [bad('a key that does not exist', { key_id: NOBODY })],
    audit_entries_revision_positive: [bad('revision 0', { revision: '0' })],
    audit_entries_changes_is_array: [bad('an object of changes', { action: "'amended'", changes: "'{}'" })],
    audit_entries_actor_known: [bad('an unknown actor', { actor: "'stranger'", key_id: 'null' })],
    audit_entries_actor_is_key_iff_key_id: [
      bad('a key without its id', { key_id: 'null' }),
      bad('an operator with a key', { actor: "'operator'" }),
    ],
    audit_entries_no_changes_iff_submitted: [
      bad('a submission with changes', { changes: "'[{}]'" }),
      bad('an amendment without changes', { action: "'amended'" }),
    ],
    audit_entries_hash_is_sha256: [bad('a hash of one byte', short)],
  },
};
