/** Invalid changes to the valid rows, by the constraint that must reject them. */
import { AFTER, BEFORE, NOBODY, numbers, type Row, SECRET } from './right-rows.ts';

export interface Case {
  /** The fault of the row. */
  readonly name: string;
  readonly change: Row;
}

/** The same array with elements from 0 on. */
const fromZero = (array: string): string =>
  `('[0:' || cardinality(${array}) - 1 || ']=' || (${array})::text)::float8[]`;

const bad = (name: string, change: Row): Case => ({ name, change });
/** The hash of a secret that is in use. */
const TAKEN = "decode(repeat('dd', 32), 'hex')";
export const voided: Row = { status: "'voided'", voided_at: 'now()', void_reason: "'Twice.'" };
/** Columns of a match that awaits its players. */
const waiting: Row = { trust_tier: "'player_confirmed'", status: "'pending'", completed_at: 'null' };
/** Columns of an ended task. */
const over: Row = { ended_at: 'now()', lane: 'null' };
/** Columns of a partner's task. */
const ofPartner: Row = {
  kind: "'merge'",
  partner_id: ':partner',
  subject_id: 'gen_random_uuid()',
  actor: "'key:' || gen_random_uuid()",
  input: "'{}'",
};
/** Columns of an erased player. */
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
/** A log row for ratings only. */
const ofRatings: Row = { kind: "'rating.updated'", subject_id: 'null', revision: 'null' };
/** Columns that must be null together. */
const together = (...columns: readonly string[]): readonly Case[] =>
  columns.map((column) => bad(`no ${column} beside the others`, { [column]: 'null' }));

/**
 * Changes that make a row invalid in one way, by the constraint that must reject it. `derived-rows.ts` derives the others
 * from the catalog.
 */
export const wrongRows: Readonly<Record<string, Readonly<Record<string, readonly Case[]>>>> = {
  api_keys: {
    api_keys_public_id_unique: [
      bad('a public id that is taken', { public_id: '(select public_id from api_keys limit 1)' }),
    ],
    api_keys_scopes_known: [
      bad('no scopes', { scopes: "'{}'" }),
      bad('an unknown scope', { scopes: "array['read:players', 'read:everything']" }),
    ],
    api_keys_ends_within_grant: [bad('an end after that of its grant', { expires_at: "now() + interval '1 s'" })],
  },
  people: {
    people_created_by_known: ["'ana'", "'operator:'", "'person:ana'"].map((by) =>
      bad(`${by} as its creator`, { created_by: by }),
    ),
    people_erased_when_removed: [bad('an erased person that is not removed', { display_name: 'null' })],
  },
  invitations: {
    invitations_token_hash_unique: [bad('a hash that is taken', { token_hash: TAKEN })],
  },
  sign_ins: {
    sign_ins_token_hash_unique: [bad('a hash that is taken', { token_hash: TAKEN })],
  },
  passkeys: {
    passkeys_credential_id_unique: [bad('an id that is taken', { credential_id: TAKEN })],
    passkeys_credential_id_length: [
      bad('an empty id', { credential_id: "''" }),
      bad('an id of 1,024 bytes', { credential_id: "decode(repeat('00', 1024), 'hex')" }),
    ],
  },
  operator_sign_ins: {
    operator_sign_ins_token_hash_unique: [bad('a hash that is taken', { token_hash: TAKEN })],
  },
  rosters: {
    rosters_slug_form: ["''", "'Night'", "'a b'", "repeat('x', 65)"].map((slug) => bad(`the slug ${slug}`, { slug })),
  },
  external_ids: {
    external_ids_kind_form: ["''", "'Licence'", "'a b'", "repeat('x', 33)"].map((kind) =>
      bad(`the kind ${kind}`, { kind }),
    ),
  },
  player_shares: {
    player_shares_code_unique: [bad('a code that is used', { code_hash: "decode(repeat('00', 32), 'hex')" })],
    player_shares_redeemed_iff_redeemer: [
      bad('redeemed without a partner', { redeemed_by_partner_id: 'null' }),
      bad('redeemed at no time', { redeemed_at: 'null' }),
    ],
  },
  starting_level_changes: {
    starting_level_changes_entry: [bad('an entry that does not exist', { seq: '8' })],
  },
  scale: {
    scale_named_with_points: [bad('a name without points', { points: 'null' })],
  },
  calibrations: {
    calibrations_hold_rate_is_share: ['0', '1', "'NaN'"].map((hold_rate) =>
      bad(`a hold rate of ${hold_rate}`, { hold_rate }),
    ),
  },
  players: {
    players_username_form: ["'Ana'", "'a'", "'-ana'", "'ana.'", "'search'", "repeat('x', 41)"].map((username) =>
      bad(`the username ${username}`, { username }),
    ),
    players_country_code_form: [bad('a country in lower case', { country_code: "'es'" })],
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
  erasures: {
    erasures_player_unique: [bad('a player who was erased before', { player_id: ':gone' })],
    erasures_by_one_actor: [
      bad('neither a key nor an operator', { key_id: 'null' }),
      bad('an operator with a key', { operator: "'Ana Prats'" }),
      bad('a person with a key', { person_id: ':person' }),
    ],
  },
  imports: {
    imports_reading_while_open: [bad('a closed import with its reading', { closed_at: 'now()' })],
    imports_emptied_once_closed: [bad('an open import without texts', { is_emptied: 'true' })],
  },
  import_rows: {
    import_rows_match_unless_held_or_rejected: [
      ...['created', 'duplicate', 'conflict', 'voided'].map((state) =>
        bad(`a ${state} row without a match`, { state: `'${state}'`, match_id: 'null' }),
      ),
      ...['held', 'rejected'].map((state) => bad(`a ${state} row with a match`, { state: `'${state}'` })),
    ],
  },
  merges: { merges_two_players: [bad('a merge of one player', { into_id: ':a' })] },
  merge_matches: {
    merge_matches_four_players: [bad('three players', { players_after: 'array[:a, :b, :c]::uuid[]' })],
  },
  import_players: {
    import_players_key_form: ["''", "'Ana García'", "repeat('x', 65)"].map((key) => bad(`the key ${key}`, { key })),
  },
  session_plans: {
    session_plans_session_unique: [bad('a second plan of a session', { session_external_ref: "'night-1'" })],
    session_plans_session_external_ref_in_path: ["'.'", "'..'"].map((ref) =>
      bad(`the session ${ref}`, { session_external_ref: ref }),
    ),
    session_plans_open_round_in_range: ['0', '41'].map((round) =>
      bad(`the round ${round}`, { state: "'open'", open_round: round }),
    ),
    session_plans_open_iff_open_round: [
      bad('an open night without a round', { state: "'open'" }),
      bad('a closed night with a round', { state: "'closed'", open_round: '1' }),
    ],
  },
  session_plan_versions: {
    session_plan_versions_open_round_in_range: ['0', '41'].map((round) =>
      bad(`the round ${round}`, { state: "'open'", open_round: round }),
    ),
    session_plan_versions_open_iff_open_round: [
      bad('an open night without a round', { state: "'open'" }),
      bad('a closed night with a round', { state: "'closed'", open_round: '1' }),
    ],
  },
  session_links: {
    session_links_token_hash_unique: [bad('a hash that is taken', { token_hash: "decode(repeat('dd', 32), 'hex')" })],
  },
  link_short_codes: {
    link_short_codes_token_length: [
      bad('a token that is not sealed', { sealed_token: "decode('00', 'hex')" }),
      bad('a long token', { sealed_token: "decode(repeat('bb', 201), 'hex')" }),
    ],
  },
  match_links: {
    match_links_token_hash_unique: [bad('a hash that is taken', { token_hash: "decode(repeat('dd', 32), 'hex')" })],
  },
  event_log: {
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
    webhook_endpoints_some_event_type: [bad('no type of events', { event_types: "'{}'" })],
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
    webhook_endpoints_failing_since_iff_failures: [
      bad('failures without a time', { failures_in_a_row: '1' }),
      bad('a time without failures', { failing_since: 'now()' }),
    ],
  },
  webhook_queue: {
    webhook_queue_tried_iff_attempts: [
      bad('an attempt without a time', { first_tried_at: 'null' }),
      bad('a time without an attempt', { attempts: '0' }),
    ],
    webhook_queue_due_after_claim: [
      bad('a claim that ends after the row is due', { claimed_until: "now() + interval '30 s'" }),
    ],
  },
  webhook_deliveries: {
    webhook_deliveries_status_code_in_range: [bad('status 99', { status_code: '99', error: "'status'" })],
    webhook_deliveries_delivered_has_status: [
      bad('delivered without a status', { status_code: 'null' }),
      bad('delivered with 500', { status_code: '500' }),
    ],
  },
  score_shifts: {
    score_shifts_last_match_iff_played: [
      bad('a last match before the first one', { matches_played: '0' }),
      bad('matches without a last one', { last_played_at: 'null' }),
    ],
  },
  player_ratings: {
    player_ratings_variance_positive: ['0', '-0.1', "'NaN'", "'Infinity'"].map((variance) =>
      bad(`a variance of ${variance}`, { variance }),
    ),
    player_ratings_state_iff_played: [
      bad('a state before the first match', { matches_played: '0' }),
      ...together('mean', 'variance', 'shown', 'last_played_at', 'last_match_id', 'model_version'),
    ],
    player_ratings_guard_iff_not_spread: [
      bad('a guard of a mark that is spread', { guard: '1' }),
      bad('a mark that is not spread, without its guard', { is_spread: 'false' }),
      bad('a guard without a mark', {
        guard: '1',
        unsettled_at: 'null',
        unsettled_match: 'null',
        is_spread: 'null',
        changed_by: 'null',
      }),
    ],
  },
  tasks: {
    tasks_state_known: [bad('an unknown state', { state: "'paused'", lane: 'null' })],
    tasks_actor_known: ["'ana'", "'operator'", "'key:ana'"].map((actor) =>
      bad(`a task that ${actor} asked for`, { ...ofPartner, actor }),
    ),
    tasks_partner: [bad('an unknown partner', { ...ofPartner, partner_id: NOBODY })],
    tasks_partner_of_kind: [
      bad("an operator's kind of a partner", { ...ofPartner, kind: "'verify'" }),
      bad("a partner's kind without one", { kind: "'merge'" }),
    ],
    tasks_partner_together: together('subject_id', 'actor', 'input').map(({ name, change }) =>
      bad(name, { ...ofPartner, ...change }),
    ),
    tasks_position_of_partner: [bad("a position of an operator's task", { position: "'{}'" })],
    tasks_running_iff_lane: [
      bad('a running task without a lane', { lane: 'null' }),
      bad('a queued task in a lane', { state: "'queued'", started_at: 'null' }),
    ],
    tasks_started_unless_queued: [
      bad('a start while queued', { state: "'queued'", lane: 'null' }),
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
  match_answers: {
    match_answers_reason_of_wrong: [bad('a reason of a `right`', { answer: "'right'" })],
  },
  matches: {
    matches_external_ref_unique: [bad('a reference that its partner has used', { external_ref: "'taken'" })],
    matches_played_at_since_1970: ['1969-12-31T23:59:59.999Z', '10000-01-01T00:00:00Z', 'infinity', '-infinity'].map(
      (played_at) => bad(`a match of ${played_at}`, { played_at: `'${played_at}'` }),
    ),
    matches_confirmation_of_tier: [
      bad('a reporter of an imported match', { confirmation_reported_by: "'A'" }),
      bad('a deadline of an imported match', { confirmation_deadline: 'now()' }),
      bad('a decision about an imported match', { confirmation_decided_by: "'players'" }),
    ],
    matches_confirmation_reported_by_known: [bad('a third team', { ...waiting, confirmation_reported_by: "'C'" })],
    matches_confirmation_then_known: [
      bad('a stored default', { ...waiting, confirmation_deadline: 'now()', confirmation_then: "'stay'" }),
    ],
    matches_confirmation_then_has_deadline: [
      bad('a `then` without a deadline', { ...waiting, confirmation_then: "'void'" }),
    ],
    matches_confirmation_state_known: [bad('a stored default state', { ...waiting, confirmation_state: "'awaiting'" })],
    matches_confirmation_state_while_pending: [
      bad('a disputed match that is completed', { trust_tier: "'player_confirmed'", confirmation_state: "'disputed'" }),
    ],
    matches_confirmation_decided_unless_pending: [
      bad('a decision about a pending match', { ...waiting, confirmation_decided_by: "'partner'" }),
    ],
    matches_draw_was_played: [
      bad('a drawn match without a scoreline', { winning_team: 'null', set_scores: "''" }),
      bad('a drawn match that was given up', { winning_team: 'null', set_scores: "'12-12'", outcome: "'retired'" }),
    ],
    matches_duration_in_range: ['0', '-1', '1440.0001', "'NaN'", "'Infinity'"].map((duration_minutes) =>
      bad(`a duration of ${duration_minutes}`, { duration_minutes }),
    ),
    matches_session_external_ref_in_path: ['.', '..'].map((ref) =>
      bad(`the reference ${ref}`, { session_external_ref: `'${ref}'` }),
    ),
    matches_four_different_players: [
      bad('three players', { player_ids: 'array[:a, :b, :c]::uuid[]' }),
      bad('five players', { player_ids: `array[:a, :b, :c, :d, ${NOBODY}]::uuid[]` }),
      bad('a player twice in a team', { player_ids: 'array[:a, :a, :c, :d]::uuid[]' }),
      bad('a player in both teams', { player_ids: 'array[:a, :b, :c, :a]::uuid[]' }),
      bad('a null player', { player_ids: 'array[:a, :b, :c, null]::uuid[]' }),
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
      bad('a line break between sets', { set_scores: String.raw`E'6-4\n6-4'` }),
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
    matches_result_by_person_iff_person_id: [
      bad('a link with a person', { entered_by: "'link'" }),
      bad('a person without an id', { entered_by_person_id: 'null' }),
    ],
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
    sessions_matches_at_most_1000: [bad('1,001 matches', { matches: '1001' })],
    sessions_start_before_end: [bad('an end before the start', { ended_at: "now() - interval '1 s'" })],
  },
  player_matches: {
    player_matches_result_known: ['-2', '2'].map((result) => bad(`a result of ${result}`, { result })),
  },
  match_ratings: {
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
    match_ratings_first_shown_four_players: [
      bad('what three players showed first', { first_shown: numbers(12) }),
      bad('first numbers that are counted from 0', { first_shown: fromZero(numbers(16)) }),
    ],
  },
  region_links: {
    region_links_ordered: [
      bad('the higher id first', { a: "'0190a0b0-1111-7222-8333-444455556603'" }),
      bad('a region and itself', { a: "'0190a0b0-1111-7222-8333-444455556602'" }),
    ],
  },
  sandboxes: {
    sandboxes_clock_in_range: ['1e16', "'NaN'"].map((ms) =>
      bad(`a clock that is ${ms} ms ahead`, { clock_ahead_ms: ms }),
    ),
  },
  usage_days: {
    usage_days_one_a_key: [bad('a second row of people on a day', { day: "'2026-04-01'", key_id: 'null' })],
    usage_days_counts_natural: [
      bad('−1 requests', { requests: '-1' }),
      bad('−1 units', { units: '-1' }),
      bad('−1 matches', { matches_rejected: '-1' }),
    ],
  },
  operators: {
    operators_name_not_reserved: [bad('the name of the environment’s operator', { name: "'Environment'" })],
    operators_name_trimmed: [bad('a space at the end', { name: "'cruz '" })],
    operators_token_hash_unique: [bad('a hash that is taken', { token_hash: "decode(repeat('dd', 32), 'hex')" })],
  },
  audit_entries: {
    audit_entries_changes_is_array: [bad('an object of changes', { action: "'amended'", changes: "'{}'" })],
    audit_entries_actor_known: [bad('an unknown actor', { actor: "'stranger'", key_id: 'null' })],
    audit_entries_actor_is_key_iff_key_id: [
      bad('a key without its id', { key_id: 'null' }),
      bad('an operator with a key', { actor: "'operator'" }),
    ],
    audit_entries_actor_is_link_iff_link_id: [
      bad('a link without its id', { actor: "'link'", key_id: 'null' }),
      bad('a key with a link', { link_id: ':link' }),
    ],
    audit_entries_actor_is_person_iff_person_id: [
      bad('a person without its id', { actor: "'person'", key_id: 'null' }),
      bad('a key with a person', { person_id: ':person' }),
    ],
    audit_entries_player: [
      bad('an unknown player', { action: "'starting_level'", player_id: NOBODY, match_id: 'null', revision: 'null' }),
    ],
    audit_entries_match_iff_no_player: [bad('a player beside the match', { player_id: ':a' })],
    audit_entries_player_iff_starting_level: [
      bad('a submitted player', { player_id: ':a', match_id: 'null', revision: 'null' }),
    ],
    audit_entries_changes_elsewhere: [
      bad('a submission with changes', { changes: "'[{}]'" }),
      bad('an amendment without changes', { action: "'amended'" }),
    ],
  },
};
