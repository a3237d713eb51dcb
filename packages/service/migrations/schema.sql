-- Made by scripts/schema-snapshot.ts from the migrations; do not edit. Nothing applies it.

CREATE TABLE api_keys (
  id uuid NOT NULL,
  partner_id uuid NOT NULL,
  public_id text COLLATE "C" NOT NULL,
  key_hash bytea NOT NULL,
  name text,
  mode text NOT NULL,
  scopes text[] NOT NULL,
  expires_at timestamp with time zone,
  granted_until timestamp with time zone,
  revoked_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone,
  CONSTRAINT api_keys_pkey PRIMARY KEY (id),
  CONSTRAINT api_keys_public_id_unique UNIQUE (public_id),
  CONSTRAINT api_keys_partner FOREIGN KEY (partner_id) REFERENCES partners(id),
  CONSTRAINT api_keys_ends_within_grant CHECK (expires_at <= granted_until),
  CONSTRAINT api_keys_hash_is_sha256 CHECK (octet_length(key_hash) = 32),
  CONSTRAINT api_keys_mode_known CHECK (mode = ANY (ARRAY['live'::text, 'test'::text])),
  CONSTRAINT api_keys_name_length CHECK (char_length(name) >= 1 AND char_length(name) <= 80),
  CONSTRAINT api_keys_scopes_known CHECK (cardinality(scopes) > 0 AND scopes <@ ARRAY['write:matches'::text, 'read:players'::text, 'read:intelligence'::text, 'write:players'::text, 'manage:webhooks'::text])
);
CREATE INDEX api_keys_by_partner ON api_keys USING btree (partner_id, created_at, id);

CREATE TABLE audit_chains (
  partner_id uuid NOT NULL,
  seq bigint NOT NULL,
  hash bytea NOT NULL,
  CONSTRAINT audit_chains_pkey PRIMARY KEY (partner_id),
  CONSTRAINT audit_chains_partner FOREIGN KEY (partner_id) REFERENCES partners(id),
  CONSTRAINT audit_chains_hash_is_sha256 CHECK (octet_length(hash) = 32),
  CONSTRAINT audit_chains_seq_natural CHECK (seq >= 0)
) WITH (fillfactor=50);
CREATE TRIGGER audit_chains_not_removed BEFORE DELETE OR TRUNCATE ON audit_chains FOR EACH STATEMENT EXECUTE FUNCTION audit_chains_refuse_change();
CREATE TRIGGER audit_chains_only_grow BEFORE UPDATE ON audit_chains FOR EACH ROW WHEN (new.seq <= old.seq OR new.partner_id <> old.partner_id) EXECUTE FUNCTION audit_chains_refuse_change();

CREATE TABLE audit_entries (
  partner_id uuid NOT NULL,
  seq bigint NOT NULL,
  match_id uuid,
  at timestamp with time zone NOT NULL,
  revision integer,
  key_id uuid,
  link_id uuid,
  person_id uuid,
  actor text NOT NULL,
  action text NOT NULL,
  player_id uuid,
  changes jsonb NOT NULL,
  hash bytea NOT NULL,
  CONSTRAINT audit_entries_pkey PRIMARY KEY (partner_id, seq),
  CONSTRAINT audit_entries_chain FOREIGN KEY (partner_id) REFERENCES audit_chains(partner_id),
  CONSTRAINT audit_entries_key FOREIGN KEY (key_id) REFERENCES api_keys(id),
  CONSTRAINT audit_entries_match FOREIGN KEY (match_id) REFERENCES matches(id),
  CONSTRAINT audit_entries_player FOREIGN KEY (player_id) REFERENCES players(id),
  CONSTRAINT audit_entries_action_known CHECK (action = ANY (ARRAY['submitted'::text, 'answered'::text, 'confirmed'::text, 'amended'::text, 'voided'::text, 'starting_level'::text])),
  CONSTRAINT audit_entries_actor_is_key_iff_key_id CHECK ((actor = 'key'::text) = (key_id IS NOT NULL)),
  CONSTRAINT audit_entries_actor_is_link_iff_link_id CHECK ((actor = 'link'::text) = (link_id IS NOT NULL)),
  CONSTRAINT audit_entries_actor_is_person_iff_person_id CHECK ((actor = 'person'::text) = (person_id IS NOT NULL)),
  CONSTRAINT audit_entries_actor_known CHECK (actor = ANY (ARRAY['key'::text, 'link'::text, 'person'::text, 'operator'::text, 'service'::text])),
  CONSTRAINT audit_entries_changes_elsewhere CHECK ((action = ANY (ARRAY['submitted'::text, 'starting_level'::text])) = (changes = '[]'::jsonb)),
  CONSTRAINT audit_entries_changes_is_array CHECK (jsonb_typeof(changes) = 'array'::text),
  CONSTRAINT audit_entries_hash_is_sha256 CHECK (octet_length(hash) = 32),
  CONSTRAINT audit_entries_match_iff_no_player CHECK (num_nonnulls(match_id, revision) =
CASE
    WHEN player_id IS NULL THEN 2
    ELSE 0
END),
  CONSTRAINT audit_entries_player_iff_starting_level CHECK ((action = 'starting_level'::text) = (player_id IS NOT NULL)),
  CONSTRAINT audit_entries_revision_positive CHECK (revision > 0),
  CONSTRAINT audit_entries_seq_positive CHECK (seq > 0)
);
CREATE INDEX audit_entries_by_match ON audit_entries USING btree (match_id, seq);
CREATE INDEX audit_entries_by_player ON audit_entries USING btree (player_id, seq) WHERE player_id IS NOT NULL;
CREATE TRIGGER audit_entries_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE calibrations (
  calibrated_at timestamp with time zone NOT NULL,
  model_version text NOT NULL,
  steepness double precision NOT NULL,
  hold_rate double precision NOT NULL,
  penalty double precision NOT NULL,
  matches bigint NOT NULL,
  service_games bigint NOT NULL,
  CONSTRAINT calibrations_pkey PRIMARY KEY (calibrated_at),
  CONSTRAINT calibrations_hold_rate_is_share CHECK (hold_rate > 0::double precision AND hold_rate < 1::double precision),
  CONSTRAINT calibrations_matches_natural CHECK (matches >= 0),
  CONSTRAINT calibrations_penalty_in_range CHECK (penalty >= 0::double precision AND penalty <= 4::double precision),
  CONSTRAINT calibrations_service_games_natural CHECK (service_games >= 0),
  CONSTRAINT calibrations_steepness_in_range CHECK (steepness >= 0.4::double precision AND steepness <= 2.5::double precision)
);

CREATE TABLE challenges (
  challenge bytea NOT NULL,
  person_id uuid,
  host text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT challenges_pkey PRIMARY KEY (challenge),
  CONSTRAINT challenges_person FOREIGN KEY (person_id) REFERENCES people(id),
  CONSTRAINT challenges_host_length CHECK (char_length(host) >= 1 AND char_length(host) <= 253),
  CONSTRAINT challenges_of_32_bytes CHECK (octet_length(challenge) = 32)
);
CREATE INDEX challenges_by_end ON challenges USING btree (expires_at);

CREATE TABLE erasure_salt (
  id smallint NOT NULL,
  salt bytea NOT NULL,
  CONSTRAINT erasure_salt_pkey PRIMARY KEY (id),
  CONSTRAINT erasure_salt_of_32_bytes CHECK (octet_length(salt) = 32),
  CONSTRAINT erasure_salt_one_row CHECK (id = 1)
);

CREATE TABLE erasures (
  partner_id uuid NOT NULL,
  seq bigint NOT NULL,
  player_id uuid NOT NULL,
  at timestamp with time zone NOT NULL,
  key_id uuid,
  name_hash bytea,
  hash bytea NOT NULL,
  operator text,
  person_id uuid,
  CONSTRAINT erasures_pkey PRIMARY KEY (partner_id, seq),
  CONSTRAINT erasures_player_unique UNIQUE (player_id),
  CONSTRAINT erasures_key FOREIGN KEY (key_id) REFERENCES api_keys(id),
  CONSTRAINT erasures_partner FOREIGN KEY (partner_id) REFERENCES partners(id),
  CONSTRAINT erasures_player FOREIGN KEY (player_id) REFERENCES players(id),
  CONSTRAINT erasures_by_one_actor CHECK (num_nonnulls(key_id, operator, person_id) = 1),
  CONSTRAINT erasures_hash_is_sha256 CHECK (octet_length(hash) = 32),
  CONSTRAINT erasures_name_hash_is_sha256 CHECK (octet_length(name_hash) = 32),
  CONSTRAINT erasures_seq_positive CHECK (seq > 0)
);
CREATE INDEX erasures_by_name ON erasures USING btree (name_hash);
CREATE INDEX erasures_by_time ON erasures USING btree (at, player_id);
CREATE TRIGGER erasures_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON erasures FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE event_clock (
  id smallint NOT NULL,
  xid_offset bigint NOT NULL,
  CONSTRAINT event_clock_pkey PRIMARY KEY (id),
  CONSTRAINT event_clock_one_row CHECK (id = 1)
);

CREATE TABLE event_log (
  partner_id uuid NOT NULL,
  "position" bigint NOT NULL,
  id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  revision integer,
  kind text NOT NULL,
  subject_id uuid,
  ratings bytea,
  CONSTRAINT event_log_pkey PRIMARY KEY (partner_id, "position", id),
  CONSTRAINT event_log_kind_known CHECK (kind = ANY (ARRAY['match.pending'::text, 'match.disputed'::text, 'match.confirmation_changed'::text, 'match.completed'::text, 'match.amended'::text, 'match.voided'::text, 'rating.updated'::text, 'player.registered'::text, 'player.erased'::text, 'webhook_endpoint.gone'::text, 'webhook_endpoint.failing'::text])),
  CONSTRAINT event_log_ratings_if_alone CHECK (ratings IS NOT NULL OR kind <> 'rating.updated'::text),
  CONSTRAINT event_log_ratings_of_24_bytes CHECK (octet_length(ratings) > 0 AND (octet_length(ratings) % 24) = 0),
  CONSTRAINT event_log_revision_iff_match CHECK ((revision IS NULL) <> starts_with(kind, 'match.'::text)),
  CONSTRAINT event_log_revision_positive CHECK (revision > 0),
  CONSTRAINT event_log_subject_unless_ratings_alone CHECK ((subject_id IS NULL) = (kind = 'rating.updated'::text))
);

CREATE TABLE external_ids (
  partner_id uuid NOT NULL,
  kind text COLLATE "C" NOT NULL,
  value text COLLATE "C" NOT NULL,
  player_id uuid NOT NULL,
  CONSTRAINT external_ids_pkey PRIMARY KEY (partner_id, kind, value),
  CONSTRAINT external_ids_partner FOREIGN KEY (partner_id) REFERENCES partners(id),
  CONSTRAINT external_ids_player FOREIGN KEY (player_id) REFERENCES players(id),
  CONSTRAINT external_ids_kind_form CHECK (kind ~ '^[a-z0-9_-]{1,32}$'::text),
  CONSTRAINT external_ids_value_length CHECK (char_length(value) >= 1 AND char_length(value) <= 128)
);
CREATE UNIQUE INDEX external_ids_one_of_a_kind ON external_ids USING btree (player_id, partner_id, kind);
ALTER TABLE external_ids ALTER COLUMN value SET STATISTICS 0;

CREATE TABLE guards (
  id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  changed_by uuid NOT NULL,
  regions uuid[] NOT NULL,
  played_at timestamp with time zone NOT NULL,
  match_id uuid NOT NULL,
  marking interval NOT NULL DEFAULT '00:00:00'::interval,
  CONSTRAINT guards_pkey PRIMARY KEY (id)
);

CREATE TABLE import_players (
  import_id uuid NOT NULL,
  key text COLLATE "C" NOT NULL,
  player_id uuid NOT NULL,
  registered boolean NOT NULL,
  CONSTRAINT import_players_pkey PRIMARY KEY (import_id, key),
  CONSTRAINT import_players_import FOREIGN KEY (import_id) REFERENCES imports(id),
  CONSTRAINT import_players_player FOREIGN KEY (player_id) REFERENCES players(id),
  CONSTRAINT import_players_key_form CHECK (key ~ '^[A-Za-z0-9._-]{1,64}$'::text)
);
CREATE INDEX import_players_by_player ON import_players USING btree (player_id);
ALTER TABLE import_players ALTER COLUMN key SET STATISTICS 0;

CREATE TABLE import_rows (
  import_id uuid NOT NULL,
  line integer NOT NULL,
  state text NOT NULL,
  external_ref text COLLATE "C",
  match_id uuid,
  batch integer NOT NULL,
  texts jsonb,
  CONSTRAINT import_rows_pkey PRIMARY KEY (import_id, line),
  CONSTRAINT import_rows_import FOREIGN KEY (import_id) REFERENCES imports(id),
  CONSTRAINT import_rows_external_ref_length CHECK (char_length(external_ref) >= 1 AND char_length(external_ref) <= 128),
  CONSTRAINT import_rows_line_in_range CHECK (line >= 1 AND line <= 1048576),
  CONSTRAINT import_rows_match_unless_held_or_rejected CHECK ((match_id IS NULL) = (state = ANY (ARRAY['held'::text, 'rejected'::text]))),
  CONSTRAINT import_rows_state_known CHECK (state = ANY (ARRAY['created'::text, 'duplicate'::text, 'conflict'::text, 'voided'::text, 'held'::text, 'rejected'::text])),
  CONSTRAINT import_rows_texts_is_object CHECK (jsonb_typeof(texts) = 'object'::text)
);
CREATE INDEX import_rows_by_match ON import_rows USING btree (match_id, import_id) WHERE match_id IS NOT NULL;
CREATE INDEX import_rows_created ON import_rows USING btree (import_id, match_id) WHERE state = 'created'::text;
CREATE UNIQUE INDEX import_rows_created_once ON import_rows USING btree (match_id) WHERE state = 'created'::text;
CREATE INDEX import_rows_not_created ON import_rows USING btree (import_id, state, line) WHERE state <> 'created'::text;
CREATE INDEX import_rows_texts_by_batch ON import_rows USING btree (import_id, batch) WHERE texts IS NOT NULL;
CREATE INDEX import_rows_with_texts ON import_rows USING btree (import_id, line) WHERE texts IS NOT NULL;
ALTER TABLE import_rows ALTER COLUMN texts SET STATISTICS 0;

CREATE TABLE imports (
  id uuid NOT NULL,
  partner_id uuid NOT NULL,
  label text NOT NULL,
  content_hash bytea,
  options jsonb NOT NULL,
  reading jsonb,
  created_at timestamp with time zone NOT NULL,
  last_row_at timestamp with time zone,
  closed_at timestamp with time zone,
  created integer NOT NULL DEFAULT 0,
  duplicate integer NOT NULL DEFAULT 0,
  conflict integer NOT NULL DEFAULT 0,
  voided integer NOT NULL DEFAULT 0,
  held integer NOT NULL DEFAULT 0,
  rejected integer NOT NULL DEFAULT 0,
  players_registered integer NOT NULL DEFAULT 0,
  batches integer NOT NULL DEFAULT 0,
  is_emptied boolean NOT NULL DEFAULT false,
  CONSTRAINT imports_pkey PRIMARY KEY (id),
  CONSTRAINT imports_partner FOREIGN KEY (partner_id) REFERENCES partners(id),
  CONSTRAINT imports_batches_natural CHECK (batches >= 0),
  CONSTRAINT imports_conflict_natural CHECK (conflict >= 0),
  CONSTRAINT imports_content_hash_is_sha256 CHECK (octet_length(content_hash) = 32),
  CONSTRAINT imports_created_natural CHECK (created >= 0),
  CONSTRAINT imports_duplicate_natural CHECK (duplicate >= 0),
  CONSTRAINT imports_emptied_once_closed CHECK (closed_at IS NOT NULL OR NOT is_emptied),
  CONSTRAINT imports_held_natural CHECK (held >= 0),
  CONSTRAINT imports_label_length CHECK (char_length(label) >= 1 AND char_length(label) <= 200),
  CONSTRAINT imports_options_is_object CHECK (jsonb_typeof(options) = 'object'::text),
  CONSTRAINT imports_players_registered_natural CHECK (players_registered >= 0),
  CONSTRAINT imports_reading_is_object CHECK (jsonb_typeof(reading) = 'object'::text),
  CONSTRAINT imports_reading_while_open CHECK (reading IS NULL OR closed_at IS NULL),
  CONSTRAINT imports_rejected_natural CHECK (rejected >= 0),
  CONSTRAINT imports_voided_natural CHECK (voided >= 0)
);
CREATE INDEX imports_by_creation ON imports USING btree (partner_id, created_at, id);
CREATE INDEX imports_closed ON imports USING btree (partner_id, created_at, id) WHERE closed_at IS NOT NULL;
CREATE INDEX imports_idle ON imports USING btree (COALESCE(last_row_at, created_at)) WHERE closed_at IS NULL;
CREATE INDEX imports_open ON imports USING btree (partner_id, created_at, id) WHERE closed_at IS NULL;
CREATE UNIQUE INDEX imports_open_once ON imports USING btree (partner_id, content_hash) WHERE closed_at IS NULL AND content_hash IS NOT NULL;
CREATE INDEX imports_with_texts ON imports USING btree (closed_at) WHERE NOT is_emptied AND closed_at IS NOT NULL;
ALTER TABLE imports ALTER COLUMN reading SET STATISTICS 0;

CREATE TABLE invitations (
  person_id uuid NOT NULL,
  token_hash bytea NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT invitations_pkey PRIMARY KEY (person_id),
  CONSTRAINT invitations_token_hash_unique UNIQUE (token_hash),
  CONSTRAINT invitations_person FOREIGN KEY (person_id) REFERENCES people(id),
  CONSTRAINT invitations_ends_after_creation CHECK (expires_at > created_at),
  CONSTRAINT invitations_token_hash_is_sha256 CHECK (octet_length(token_hash) = 32)
);

CREATE TABLE leases (
  name text NOT NULL,
  holder uuid,
  until timestamp with time zone,
  CONSTRAINT leases_pkey PRIMARY KEY (name),
  CONSTRAINT leases_together CHECK (num_nulls(holder, until) = ANY (ARRAY[0, 2]))
);

CREATE TABLE ledger_state (
  id smallint NOT NULL,
  model_version text NOT NULL,
  rebuild_started_at timestamp with time zone,
  rebuild_played_at timestamp with time zone,
  rebuild_match_id uuid,
  rebuild_player_id uuid,
  CONSTRAINT ledger_state_pkey PRIMARY KEY (id),
  CONSTRAINT ledger_state_one_row CHECK (id = 1),
  CONSTRAINT ledger_state_rebuild_together CHECK (num_nulls(rebuild_started_at, rebuild_played_at, rebuild_match_id, rebuild_player_id) = ANY (ARRAY[0, 4]))
);

CREATE TABLE link_short_codes (
  code_hash bytea NOT NULL,
  sealed_token bytea NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT link_short_codes_pkey PRIMARY KEY (code_hash),
  CONSTRAINT link_short_codes_hash_is_sha256 CHECK (octet_length(code_hash) = 32),
  CONSTRAINT link_short_codes_token_length CHECK (octet_length(sealed_token) >= 29 AND octet_length(sealed_token) <= 200)
);

CREATE TABLE match_answers (
  match_id uuid NOT NULL,
  player_id uuid NOT NULL,
  answer text NOT NULL,
  reason text,
  at timestamp with time zone NOT NULL,
  CONSTRAINT match_answers_pkey PRIMARY KEY (match_id, player_id),
  CONSTRAINT match_answers_match FOREIGN KEY (match_id) REFERENCES matches(id),
  CONSTRAINT match_answers_player FOREIGN KEY (player_id) REFERENCES players(id),
  CONSTRAINT match_answers_answer_known CHECK (answer = ANY (ARRAY['right'::text, 'wrong'::text])),
  CONSTRAINT match_answers_reason_length CHECK (char_length(reason) >= 1 AND char_length(reason) <= 300),
  CONSTRAINT match_answers_reason_of_wrong CHECK (reason IS NULL OR answer = 'wrong'::text)
);
CREATE INDEX match_answers_by_player ON match_answers USING btree (player_id, match_id);

CREATE TABLE match_links (
  id uuid NOT NULL,
  partner_id uuid NOT NULL,
  match_id uuid NOT NULL,
  player_id uuid NOT NULL,
  token_hash bytea NOT NULL,
  private_players text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone,
  withdrawn_at timestamp with time zone,
  CONSTRAINT match_links_pkey PRIMARY KEY (id),
  CONSTRAINT match_links_token_hash_unique UNIQUE (token_hash),
  CONSTRAINT match_links_match FOREIGN KEY (match_id) REFERENCES matches(id),
  CONSTRAINT match_links_partner FOREIGN KEY (partner_id) REFERENCES partners(id),
  CONSTRAINT match_links_player FOREIGN KEY (player_id) REFERENCES players(id),
  CONSTRAINT match_links_ends_after_creation CHECK (expires_at > created_at),
  CONSTRAINT match_links_private_players_known CHECK (private_players = ANY (ARRAY['hidden'::text, 'first_name'::text, 'display_name'::text])),
  CONSTRAINT match_links_token_hash_is_sha256 CHECK (octet_length(token_hash) = 32)
);
CREATE INDEX match_links_by_match ON match_links USING btree (match_id, created_at, id);
CREATE INDEX match_links_by_player ON match_links USING btree (player_id);
CREATE UNIQUE INDEX match_links_one_a_player ON match_links USING btree (match_id, player_id) WHERE withdrawn_at IS NULL;

CREATE TABLE match_ratings (
  match_id uuid NOT NULL,
  played_at timestamp with time zone NOT NULL,
  model_version text NOT NULL,
  player_ids uuid[] NOT NULL,
  units_won integer,
  units_lost integer,
  units_standard double precision,
  weight double precision NOT NULL,
  length double precision NOT NULL,
  pair_evidence double precision NOT NULL,
  result double precision NOT NULL,
  before double precision[] NOT NULL,
  after double precision[] NOT NULL,
  first_shown double precision[],
  CONSTRAINT match_ratings_pkey PRIMARY KEY (match_id),
  CONSTRAINT match_ratings_match FOREIGN KEY (match_id) REFERENCES matches(id),
  CONSTRAINT match_ratings_after_four_states CHECK (cardinality(after) = 12 AND array_lower(after, 1) = 1 AND array_position(after, NULL::double precision) IS NULL),
  CONSTRAINT match_ratings_before_four_states CHECK (cardinality(before) = 20 AND array_lower(before, 1) = 1 AND array_position(before, NULL::double precision) IS NULL),
  CONSTRAINT match_ratings_first_shown_four_players CHECK (cardinality(first_shown) = 16 AND array_lower(first_shown, 1) = 1),
  CONSTRAINT match_ratings_four_players CHECK (cardinality(player_ids) = 4 AND array_lower(player_ids, 1) = 1),
  CONSTRAINT match_ratings_length_in_range CHECK (length > 0::double precision AND length <= 1::double precision),
  CONSTRAINT match_ratings_matches_played_natural CHECK (is_natural(before[5]) AND is_natural(before[10]) AND is_natural(before[15]) AND is_natural(before[20])),
  CONSTRAINT match_ratings_pair_evidence_known CHECK (pair_evidence = ANY (ARRAY[0::double precision, 1::double precision])),
  CONSTRAINT match_ratings_result_known CHECK (result = ANY (ARRAY[0.5::double precision, 1::double precision])),
  CONSTRAINT match_ratings_units_together CHECK (num_nulls(units_won, units_lost, units_standard) = ANY (ARRAY[0, 3])),
  CONSTRAINT match_ratings_variance_positive CHECK ((0::double precision < ALL (ARRAY[after[2], after[5], after[8], after[11]])) AND ('Infinity'::double precision > ALL (ARRAY[after[2], after[5], after[8], after[11]]))),
  CONSTRAINT match_ratings_weight_positive CHECK (weight > 0::double precision AND weight <= 1::double precision)
);
CREATE INDEX match_ratings_by_time ON match_ratings USING btree (played_at, match_id);

CREATE TABLE matches (
  id uuid NOT NULL,
  partner_id uuid NOT NULL,
  external_ref text COLLATE "C" NOT NULL,
  status text NOT NULL,
  revision integer NOT NULL DEFAULT 1,
  played_at timestamp with time zone NOT NULL,
  winning_team text,
  trust_tier text NOT NULL,
  outcome text NOT NULL,
  competition_type text,
  scoring text,
  duration_minutes double precision,
  venue_label text,
  session_external_ref text COLLATE "C",
  player_ids uuid[] NOT NULL,
  teams text NOT NULL,
  court_positions text NOT NULL,
  set_scores text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  completed_at timestamp with time zone,
  voided_at timestamp with time zone,
  void_reason text,
  confirmation_reported_by text,
  confirmation_deadline timestamp with time zone,
  confirmation_then text,
  confirmation_state text,
  confirmation_decided_by text,
  plan_id uuid,
  plan_round integer,
  plan_court integer,
  entered_by text,
  entered_by_person_id uuid,
  CONSTRAINT matches_pkey PRIMARY KEY (id),
  CONSTRAINT matches_external_ref_unique UNIQUE (partner_id, external_ref),
  CONSTRAINT matches_partner FOREIGN KEY (partner_id) REFERENCES partners(id),
  CONSTRAINT matches_competition_type_known CHECK (competition_type = ANY (ARRAY['social'::text, 'training'::text, 'league'::text, 'tournament'::text])),
  CONSTRAINT matches_completed_has_completed_at CHECK (
CASE status
    WHEN 'completed'::text THEN completed_at IS NOT NULL
    WHEN 'pending'::text THEN completed_at IS NULL
    ELSE true
END),
  CONSTRAINT matches_confirmation_decided_by_known CHECK (confirmation_decided_by = ANY (ARRAY['players'::text, 'deadline'::text, 'partner'::text])),
  CONSTRAINT matches_confirmation_decided_unless_pending CHECK (confirmation_decided_by IS NULL OR status <> 'pending'::text),
  CONSTRAINT matches_confirmation_of_tier CHECK (trust_tier = 'player_confirmed'::text OR num_nonnulls(confirmation_reported_by, confirmation_deadline, confirmation_then, confirmation_state, confirmation_decided_by) = 0),
  CONSTRAINT matches_confirmation_reported_by_known CHECK (confirmation_reported_by = ANY (ARRAY['A'::text, 'B'::text])),
  CONSTRAINT matches_confirmation_state_known CHECK (confirmation_state = ANY (ARRAY['disputed'::text, 'expired'::text])),
  CONSTRAINT matches_confirmation_state_while_pending CHECK (confirmation_state IS NULL OR status = 'pending'::text),
  CONSTRAINT matches_confirmation_then_has_deadline CHECK (confirmation_then IS NULL OR confirmation_deadline IS NOT NULL),
  CONSTRAINT matches_confirmation_then_known CHECK (confirmation_then = ANY (ARRAY['complete'::text, 'void'::text])),
  CONSTRAINT matches_court_positions_known CHECK (court_positions ~ '^[LR-]{4}$'::text),
  CONSTRAINT matches_draw_was_played CHECK (winning_team IS NOT NULL OR outcome = 'played'::text AND set_scores <> ''::text),
  CONSTRAINT matches_duration_in_range CHECK (duration_minutes > 0::double precision AND duration_minutes <= 1440::double precision),
  CONSTRAINT matches_entered_by_known CHECK (entered_by = ANY (ARRAY['key'::text, 'link'::text, 'person'::text])),
  CONSTRAINT matches_external_ref_length CHECK (char_length(external_ref) >= 1 AND char_length(external_ref) <= 128),
  CONSTRAINT matches_four_different_players CHECK (are_four_different(player_ids)),
  CONSTRAINT matches_one_player_a_side CHECK (are_on_different_sides(teams, court_positions)),
  CONSTRAINT matches_outcome_known CHECK (outcome = ANY (ARRAY['played'::text, 'retired'::text, 'walkover'::text])),
  CONSTRAINT matches_plan_court_in_range CHECK (plan_court >= 1 AND plan_court <= 16),
  CONSTRAINT matches_plan_round_in_range CHECK (plan_round >= 1 AND plan_round <= 40),
  CONSTRAINT matches_plan_together CHECK (num_nulls(plan_id, plan_round, plan_court, entered_by) = ANY (ARRAY[0, 4])),
  CONSTRAINT matches_played_at_since_1970 CHECK (played_at >= '1970-01-01 00:00:00+00'::timestamp with time zone AND played_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  CONSTRAINT matches_result_by_person_iff_person_id CHECK ((NOT entered_by IS DISTINCT FROM 'person'::text) = (entered_by_person_id IS NOT NULL)),
  CONSTRAINT matches_revision_positive CHECK (revision > 0),
  CONSTRAINT matches_scoring_known CHECK (scoring = ANY (ARRAY['games'::text, 'points'::text])),
  CONSTRAINT matches_session_external_ref_in_path CHECK (session_external_ref <> ALL (ARRAY['.'::text, '..'::text])),
  CONSTRAINT matches_session_external_ref_length CHECK (char_length(session_external_ref) >= 1 AND char_length(session_external_ref) <= 128),
  CONSTRAINT matches_set_scores_is_scoreline CHECK (is_scoreline(set_scores)),
  CONSTRAINT matches_status_known CHECK (status = ANY (ARRAY['pending'::text, 'completed'::text, 'voided'::text])),
  CONSTRAINT matches_trust_tier_known CHECK (trust_tier = ANY (ARRAY['partner_attested'::text, 'tournament_official'::text, 'imported'::text, 'player_confirmed'::text])),
  CONSTRAINT matches_two_players_a_team CHECK (teams = ANY (ARRAY['AABB'::text, 'ABAB'::text, 'ABBA'::text, 'BBAA'::text, 'BABA'::text, 'BAAB'::text])),
  CONSTRAINT matches_venue_label_length CHECK (char_length(venue_label) >= 1 AND char_length(venue_label) <= 120),
  CONSTRAINT matches_void_reason_length CHECK (char_length(void_reason) >= 1 AND char_length(void_reason) <= 500),
  CONSTRAINT matches_voided_iff_void_reason CHECK ((status = 'voided'::text) = (void_reason IS NOT NULL)),
  CONSTRAINT matches_voided_iff_voided_at CHECK ((status = 'voided'::text) = (voided_at IS NOT NULL)),
  CONSTRAINT matches_walkover_without_scoreline CHECK (outcome <> 'walkover'::text OR set_scores = ''::text),
  CONSTRAINT matches_winning_team_known CHECK (winning_team = ANY (ARRAY['A'::text, 'B'::text]))
);
CREATE INDEX matches_by_deadline ON matches USING btree (confirmation_deadline, id) WHERE status = 'pending'::text AND confirmation_deadline IS NOT NULL AND confirmation_state IS NULL;
CREATE INDEX matches_by_session ON matches USING btree (partner_id, session_external_ref, played_at, id) WHERE session_external_ref IS NOT NULL;
CREATE INDEX matches_by_time ON matches USING btree (partner_id, played_at, id);
CREATE INDEX matches_disputed_by_time ON matches USING btree (partner_id, played_at, id) WHERE confirmation_state = 'disputed'::text;
CREATE INDEX matches_not_completed_by_player_1 ON matches USING btree ((player_ids[1]), played_at, id) WHERE status <> 'completed'::text;
CREATE INDEX matches_not_completed_by_player_2 ON matches USING btree ((player_ids[2]), played_at, id) WHERE status <> 'completed'::text;
CREATE INDEX matches_not_completed_by_player_3 ON matches USING btree ((player_ids[3]), played_at, id) WHERE status <> 'completed'::text;
CREATE INDEX matches_not_completed_by_player_4 ON matches USING btree ((player_ids[4]), played_at, id) WHERE status <> 'completed'::text;
CREATE INDEX matches_pending_by_time ON matches USING btree (partner_id, played_at, id) WHERE status = 'pending'::text;
CREATE UNIQUE INDEX matches_plan_court_unique ON matches USING btree (plan_id, plan_round, plan_court, NULLIF(status <> 'voided'::text, false)) WHERE plan_id IS NOT NULL;
CREATE INDEX matches_voided_by_time ON matches USING btree (partner_id, played_at, id) WHERE status = 'voided'::text;
CREATE TRIGGER matches_transition_known BEFORE UPDATE OF status ON matches FOR EACH ROW WHEN (old.status <> new.status AND (old.status = 'voided'::text OR new.status = 'pending'::text)) EXECUTE FUNCTION matches_refuse_transition();

CREATE TABLE merge_matches (
  merge_id uuid NOT NULL,
  match_id uuid NOT NULL,
  slot smallint,
  players_after uuid[] NOT NULL,
  CONSTRAINT merge_matches_pkey PRIMARY KEY (merge_id, match_id),
  CONSTRAINT merge_matches_merge FOREIGN KEY (merge_id) REFERENCES merges(id),
  CONSTRAINT merge_matches_four_players CHECK (cardinality(players_after) = 4),
  CONSTRAINT merge_matches_slot_in_range CHECK (slot >= 1 AND slot <= 4)
);

CREATE TABLE merge_plans (
  merge_id uuid NOT NULL,
  plan_id uuid NOT NULL,
  CONSTRAINT merge_plans_pkey PRIMARY KEY (merge_id, plan_id),
  CONSTRAINT merge_plans_merge FOREIGN KEY (merge_id) REFERENCES merges(id),
  CONSTRAINT merge_plans_plan FOREIGN KEY (plan_id) REFERENCES session_plans(id) ON DELETE CASCADE
);
CREATE INDEX merge_plans_by_plan ON merge_plans USING btree (plan_id);

CREATE TABLE merge_rosters (
  merge_id uuid NOT NULL,
  slug text COLLATE "C" NOT NULL,
  into_added boolean NOT NULL,
  from_removed boolean NOT NULL,
  CONSTRAINT merge_rosters_pkey PRIMARY KEY (merge_id, slug),
  CONSTRAINT merge_rosters_merge FOREIGN KEY (merge_id) REFERENCES merges(id)
);

CREATE TABLE merges (
  id uuid NOT NULL,
  partner_id uuid NOT NULL,
  from_id uuid NOT NULL,
  into_id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT merges_pkey PRIMARY KEY (id),
  CONSTRAINT merges_from FOREIGN KEY (from_id) REFERENCES players(id),
  CONSTRAINT merges_into FOREIGN KEY (into_id) REFERENCES players(id),
  CONSTRAINT merges_partner FOREIGN KEY (partner_id) REFERENCES partners(id),
  CONSTRAINT merges_two_players CHECK (from_id <> into_id)
);
CREATE INDEX merges_by_creation ON merges USING btree (partner_id, created_at, id);

CREATE TABLE operator_audit (
  id uuid NOT NULL,
  at timestamp with time zone NOT NULL,
  operator text NOT NULL,
  action text NOT NULL,
  target text,
  request_id text NOT NULL,
  CONSTRAINT operator_audit_pkey PRIMARY KEY (id)
);
CREATE INDEX operator_audit_by_time ON operator_audit USING btree (at, id);
CREATE TRIGGER operator_audit_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON operator_audit FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE operator_sign_ins (
  id uuid NOT NULL,
  operator_id uuid,
  operator_token_hash bytea NOT NULL,
  token_hash bytea NOT NULL,
  created_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT operator_sign_ins_pkey PRIMARY KEY (id),
  CONSTRAINT operator_sign_ins_token_hash_unique UNIQUE (token_hash),
  CONSTRAINT operator_sign_ins_operator FOREIGN KEY (operator_id) REFERENCES operators(id),
  CONSTRAINT operator_sign_ins_ends_after_creation CHECK (expires_at > created_at),
  CONSTRAINT operator_sign_ins_operator_token_hash_is_sha256 CHECK (octet_length(operator_token_hash) = 32),
  CONSTRAINT operator_sign_ins_token_hash_is_sha256 CHECK (octet_length(token_hash) = 32)
);

CREATE TABLE operators (
  id uuid NOT NULL,
  name text NOT NULL,
  token_hash bytea NOT NULL,
  created_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  CONSTRAINT operators_pkey PRIMARY KEY (id),
  CONSTRAINT operators_token_hash_unique UNIQUE (token_hash),
  CONSTRAINT operators_name_length CHECK (char_length(name) >= 1 AND char_length(name) <= 80),
  CONSTRAINT operators_name_not_reserved CHECK (lower(name) <> 'environment'::text),
  CONSTRAINT operators_name_trimmed CHECK (name = btrim(name)),
  CONSTRAINT operators_token_hash_is_sha256 CHECK (octet_length(token_hash) = 32)
);
CREATE UNIQUE INDEX operators_name_unique ON operators USING btree (lower(name));

CREATE TABLE partners (
  id uuid NOT NULL,
  name text NOT NULL,
  plan text NOT NULL,
  suspended boolean NOT NULL DEFAULT false,
  time_zone text NOT NULL DEFAULT 'UTC'::text,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT partners_pkey PRIMARY KEY (id),
  CONSTRAINT partners_name_length CHECK (char_length(name) >= 1 AND char_length(name) <= 80),
  CONSTRAINT partners_plan_known CHECK (plan = ANY (ARRAY['starter'::text, 'pro'::text, 'enterprise'::text])),
  CONSTRAINT partners_time_zone_length CHECK (char_length(time_zone) >= 1 AND char_length(time_zone) <= 64)
);
CREATE INDEX partners_by_creation ON partners USING btree (created_at, id);

CREATE TABLE passkeys (
  id uuid NOT NULL,
  person_id uuid NOT NULL,
  host text NOT NULL,
  credential_id bytea NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  name text,
  created_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone,
  CONSTRAINT passkeys_pkey PRIMARY KEY (id),
  CONSTRAINT passkeys_credential_id_unique UNIQUE (credential_id),
  CONSTRAINT passkeys_person FOREIGN KEY (person_id) REFERENCES people(id),
  CONSTRAINT passkeys_counter_natural CHECK (counter >= 0),
  CONSTRAINT passkeys_credential_id_length CHECK (octet_length(credential_id) >= 1 AND octet_length(credential_id) <= 1023),
  CONSTRAINT passkeys_host_length CHECK (char_length(host) >= 1 AND char_length(host) <= 253),
  CONSTRAINT passkeys_name_length CHECK (char_length(name) >= 1 AND char_length(name) <= 80)
);
CREATE INDEX passkeys_by_person ON passkeys USING btree (person_id);

CREATE TABLE people (
  id uuid NOT NULL,
  partner_id uuid NOT NULL,
  display_name text,
  role text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  created_by text NOT NULL,
  last_used_at timestamp with time zone,
  removed_at timestamp with time zone,
  CONSTRAINT people_pkey PRIMARY KEY (id),
  CONSTRAINT people_partner FOREIGN KEY (partner_id) REFERENCES partners(id),
  CONSTRAINT people_created_by_known CHECK (created_by ~ '^(operator:.+|person:[0-9a-f-]{36}|service)$'::text),
  CONSTRAINT people_display_name_length CHECK (char_length(display_name) >= 1 AND char_length(display_name) <= 80),
  CONSTRAINT people_erased_when_removed CHECK (display_name IS NOT NULL OR removed_at IS NOT NULL),
  CONSTRAINT people_role_known CHECK (role = ANY (ARRAY['manager'::text, 'organizer'::text, 'coach'::text, 'viewer'::text]))
);
CREATE INDEX people_by_partner ON people USING btree (partner_id, created_at, id);

CREATE TABLE player_matches (
  player_id uuid NOT NULL,
  played_at timestamp with time zone NOT NULL,
  match_id uuid NOT NULL,
  result smallint,
  CONSTRAINT player_matches_pkey PRIMARY KEY (player_id, played_at, match_id) INCLUDE (result),
  CONSTRAINT player_matches_match FOREIGN KEY (match_id) REFERENCES matches(id),
  CONSTRAINT player_matches_result_known CHECK (result >= '-1'::integer AND result <= 1)
);

CREATE TABLE player_ratings (
  player_id uuid NOT NULL,
  mean double precision,
  variance double precision,
  shown double precision,
  last_played_at timestamp with time zone,
  matches_played integer NOT NULL DEFAULT 0,
  last_match_id uuid,
  model_version text,
  stated_points integer,
  version bigint NOT NULL DEFAULT 1,
  region uuid NOT NULL,
  unsettled_at timestamp with time zone,
  unsettled_match uuid,
  is_spread boolean,
  guard bigint,
  changed_by uuid,
  CONSTRAINT player_ratings_pkey PRIMARY KEY (player_id),
  CONSTRAINT player_ratings_player FOREIGN KEY (player_id) REFERENCES players(id),
  CONSTRAINT player_ratings_guard_iff_not_spread CHECK ((guard IS NOT NULL) = (NOT is_spread IS DISTINCT FROM false)),
  CONSTRAINT player_ratings_mark_together CHECK (num_nulls(unsettled_at, unsettled_match, is_spread, changed_by) = ANY (ARRAY[0, 4])),
  CONSTRAINT player_ratings_matches_played_natural CHECK (matches_played >= 0),
  CONSTRAINT player_ratings_state_iff_played CHECK (num_nulls(mean, variance, shown, last_played_at, last_match_id, model_version) =
CASE
    WHEN matches_played = 0 THEN 6
    ELSE 0
END),
  CONSTRAINT player_ratings_stated_points_in_range CHECK (stated_points >= 0 AND stated_points <= 3000),
  CONSTRAINT player_ratings_variance_positive CHECK (variance > 0::double precision AND variance < 'Infinity'::double precision),
  CONSTRAINT player_ratings_version_positive CHECK (version > 0)
) WITH (fillfactor=70);
CREATE INDEX player_ratings_by_player ON player_ratings USING hash (player_id);
CREATE INDEX player_ratings_guarded ON player_ratings USING btree (guard, unsettled_at, unsettled_match) WHERE guard IS NOT NULL;
CREATE INDEX player_ratings_marked ON player_ratings USING btree (player_id) INCLUDE (unsettled_at, unsettled_match) WHERE unsettled_at IS NOT NULL;
CREATE INDEX player_ratings_marked_by_partner ON player_ratings USING btree (changed_by, unsettled_at, unsettled_match) WHERE unsettled_at IS NOT NULL;

CREATE TABLE player_shares (
  id uuid NOT NULL,
  player_id uuid NOT NULL,
  code_hash bytea NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  redeemed_at timestamp with time zone,
  redeemed_by_partner_id uuid,
  CONSTRAINT player_shares_pkey PRIMARY KEY (id),
  CONSTRAINT player_shares_code_unique UNIQUE (code_hash),
  CONSTRAINT player_shares_player FOREIGN KEY (player_id) REFERENCES players(id),
  CONSTRAINT player_shares_redeemer FOREIGN KEY (redeemed_by_partner_id) REFERENCES partners(id),
  CONSTRAINT player_shares_code_is_sha256 CHECK (octet_length(code_hash) = 32),
  CONSTRAINT player_shares_expiry_after_creation CHECK (expires_at > created_at),
  CONSTRAINT player_shares_redeemed_iff_redeemer CHECK ((redeemed_at IS NULL) = (redeemed_by_partner_id IS NULL))
);
CREATE INDEX player_shares_by_player ON player_shares USING btree (player_id, redeemed_by_partner_id);

CREATE TABLE player_starting_levels (
  player_id uuid NOT NULL,
  value numeric(6,2) NOT NULL,
  scale text NOT NULL,
  source text NOT NULL,
  stated_at timestamp with time zone NOT NULL,
  CONSTRAINT player_starting_levels_pkey PRIMARY KEY (player_id),
  CONSTRAINT player_starting_levels_player FOREIGN KEY (player_id) REFERENCES players(id),
  CONSTRAINT player_starting_levels_scale_known CHECK (scale = ANY (ARRAY['level'::text, 'service_score'::text])),
  CONSTRAINT player_starting_levels_source_known CHECK (source = ANY (ARRAY['self'::text, 'coach'::text, 'other_app'::text]))
);

CREATE TABLE players (
  id uuid NOT NULL,
  username text COLLATE "C",
  display_name text,
  sort_name text COLLATE "C",
  name_words text COLLATE "C",
  country_code text,
  profile_is_public boolean NOT NULL,
  creator_partner_id uuid,
  created_at timestamp with time zone NOT NULL,
  erased_at timestamp with time zone,
  version bigint NOT NULL DEFAULT 1,
  CONSTRAINT players_pkey PRIMARY KEY (id),
  CONSTRAINT players_creator FOREIGN KEY (creator_partner_id) REFERENCES partners(id),
  CONSTRAINT players_country_code_form CHECK (country_code ~ '^[A-Z]{2}$'::text),
  CONSTRAINT players_display_name_length CHECK (char_length(display_name) >= 1 AND char_length(display_name) <= 80),
  CONSTRAINT players_erased_without_details CHECK (erased_at IS NULL OR NOT profile_is_public AND country_code IS NULL),
  CONSTRAINT players_named_unless_erased CHECK (num_nulls(username, display_name, sort_name, name_words, creator_partner_id) =
CASE
    WHEN erased_at IS NULL THEN 0
    ELSE 5
END),
  CONSTRAINT players_username_form CHECK (username ~ '^[a-z0-9]([a-z0-9._-]{0,38}[a-z0-9])$'::text AND username <> 'search'::text),
  CONSTRAINT players_version_positive CHECK (version > 0)
);
CREATE INDEX players_by_id ON players USING hash (id);
CREATE INDEX players_by_word ON players USING gin (array_to_tsvector((string_to_array(name_words, ','::text))[2:])) WITH (fastupdate=off);
CREATE INDEX players_erased ON players USING btree (id) WHERE erased_at IS NOT NULL;
CREATE INDEX players_of_creator_by_name ON players USING btree (creator_partner_id, sort_name, username, id) INCLUDE (name_words);
CREATE INDEX players_public_by_name ON players USING btree (sort_name, username, id) INCLUDE (name_words) WHERE profile_is_public;
CREATE UNIQUE INDEX players_public_username_unique ON players USING btree (username) WHERE profile_is_public;
CREATE UNIQUE INDEX players_username_of_creator_unique ON players USING btree (username, creator_partner_id);
ALTER TABLE players ALTER COLUMN username SET STATISTICS 0;
ALTER TABLE players ALTER COLUMN display_name SET STATISTICS 0;
ALTER TABLE players ALTER COLUMN sort_name SET STATISTICS 0;
ALTER TABLE players ALTER COLUMN name_words SET STATISTICS 0;
ALTER INDEX players_by_word ALTER COLUMN 1 SET STATISTICS 0;
CREATE TRIGGER players_stay_erased BEFORE UPDATE ON players FOR EACH ROW WHEN (old.erased_at IS NOT NULL) EXECUTE FUNCTION players_refuse_return();

CREATE TABLE region_links (
  a uuid NOT NULL,
  b uuid NOT NULL,
  CONSTRAINT region_links_pkey PRIMARY KEY (a, b),
  CONSTRAINT region_links_ordered CHECK (a < b)
);
CREATE INDEX region_links_backwards ON region_links USING btree (b, a);

CREATE TABLE roster_members (
  partner_id uuid NOT NULL,
  slug text COLLATE "C" NOT NULL,
  player_id uuid NOT NULL,
  added_at timestamp with time zone NOT NULL,
  is_guest boolean NOT NULL DEFAULT false,
  CONSTRAINT roster_members_pkey PRIMARY KEY (partner_id, slug, player_id),
  CONSTRAINT roster_members_player FOREIGN KEY (player_id) REFERENCES players(id),
  CONSTRAINT roster_members_roster FOREIGN KEY (partner_id, slug) REFERENCES rosters(partner_id, slug) ON DELETE CASCADE
);
CREATE INDEX roster_members_by_player ON roster_members USING btree (player_id, partner_id);
CREATE INDEX roster_members_guests ON roster_members USING btree (partner_id, player_id) WHERE is_guest;
CREATE INDEX roster_members_guests_by_player ON roster_members USING btree (player_id, partner_id) WHERE is_guest;

CREATE TABLE rosters (
  partner_id uuid NOT NULL,
  slug text COLLATE "C" NOT NULL,
  name text,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT rosters_pkey PRIMARY KEY (partner_id, slug),
  CONSTRAINT rosters_partner FOREIGN KEY (partner_id) REFERENCES partners(id),
  CONSTRAINT rosters_name_length CHECK (char_length(name) >= 1 AND char_length(name) <= 80),
  CONSTRAINT rosters_slug_form CHECK (slug ~ '^[a-z0-9-]{1,64}$'::text)
);

CREATE TABLE sandboxes (
  partner_id uuid NOT NULL,
  generation integer NOT NULL DEFAULT 1,
  clock_ahead_ms double precision NOT NULL DEFAULT 0,
  version bigint NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL,
  cleared_at timestamp with time zone,
  person_used_at timestamp with time zone,
  is_dropped boolean NOT NULL DEFAULT false,
  CONSTRAINT sandboxes_pkey PRIMARY KEY (partner_id),
  CONSTRAINT sandboxes_partner FOREIGN KEY (partner_id) REFERENCES partners(id),
  CONSTRAINT sandboxes_clock_in_range CHECK (abs(clock_ahead_ms) < '1000000000000000'::numeric::double precision),
  CONSTRAINT sandboxes_generation_positive CHECK (generation > 0),
  CONSTRAINT sandboxes_version_positive CHECK (version > 0)
);

CREATE TABLE scale (
  id smallint NOT NULL DEFAULT 1,
  version bigint NOT NULL DEFAULT 1,
  name text,
  points jsonb,
  CONSTRAINT scale_pkey PRIMARY KEY (id),
  CONSTRAINT scale_name_length CHECK (char_length(name) >= 1 AND char_length(name) <= 80),
  CONSTRAINT scale_named_with_points CHECK ((name IS NULL) = (points IS NULL)),
  CONSTRAINT scale_one_row CHECK (id = 1),
  CONSTRAINT scale_version_positive CHECK (version > 0)
);

CREATE TABLE schema_migrations (
  version integer NOT NULL,
  name text NOT NULL,
  checksum text NOT NULL,
  applied_at timestamp with time zone NOT NULL,
  CONSTRAINT schema_migrations_pkey PRIMARY KEY (version)
);

CREATE TABLE score_percentiles (
  service_score integer NOT NULL,
  percentile integer NOT NULL,
  CONSTRAINT score_percentiles_pkey PRIMARY KEY (service_score),
  CONSTRAINT score_percentiles_percentile_in_range CHECK (percentile >= 0 AND percentile <= 100),
  CONSTRAINT score_percentiles_score_in_range CHECK (service_score >= 0 AND service_score <= 3000)
);

CREATE TABLE score_shifts (
  player_id uuid NOT NULL,
  at timestamp with time zone NOT NULL,
  version bigint NOT NULL,
  cause text NOT NULL,
  shown_before double precision NOT NULL,
  shown_after double precision NOT NULL,
  variance double precision NOT NULL,
  matches_played integer NOT NULL,
  last_played_at timestamp with time zone,
  CONSTRAINT score_shifts_pkey PRIMARY KEY (player_id, at, version),
  CONSTRAINT score_shifts_cause_known CHECK (cause = ANY (ARRAY['older_result'::text, 'starting_level'::text])),
  CONSTRAINT score_shifts_last_match_iff_played CHECK ((last_played_at IS NULL) = (matches_played = 0)),
  CONSTRAINT score_shifts_matches_played_natural CHECK (matches_played >= 0),
  CONSTRAINT score_shifts_variance_positive CHECK (variance > 0::double precision AND variance < 'Infinity'::double precision),
  CONSTRAINT score_shifts_version_positive CHECK (version > 0)
);

CREATE TABLE session_links (
  id uuid NOT NULL,
  partner_id uuid NOT NULL,
  session_external_ref text COLLATE "C" NOT NULL,
  token_hash bytea NOT NULL,
  role text NOT NULL,
  court integer,
  private_players text NOT NULL,
  label text,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone,
  withdrawn_at timestamp with time zone,
  CONSTRAINT session_links_pkey PRIMARY KEY (id),
  CONSTRAINT session_links_token_hash_unique UNIQUE (token_hash),
  CONSTRAINT session_links_partner FOREIGN KEY (partner_id) REFERENCES partners(id),
  CONSTRAINT session_links_court_in_range CHECK (court >= 1 AND court <= 16),
  CONSTRAINT session_links_ends_after_creation CHECK (expires_at > created_at),
  CONSTRAINT session_links_label_length CHECK (char_length(label) >= 1 AND char_length(label) <= 80),
  CONSTRAINT session_links_private_players_known CHECK (private_players = ANY (ARRAY['hidden'::text, 'first_name'::text, 'display_name'::text])),
  CONSTRAINT session_links_role_known CHECK (role = ANY (ARRAY['view'::text, 'score'::text])),
  CONSTRAINT session_links_session_external_ref_length CHECK (char_length(session_external_ref) >= 1 AND char_length(session_external_ref) <= 128),
  CONSTRAINT session_links_token_hash_is_sha256 CHECK (octet_length(token_hash) = 32)
);
CREATE INDEX session_links_by_session ON session_links USING btree (partner_id, session_external_ref, created_at, id);

CREATE TABLE session_plan_versions (
  plan_id uuid NOT NULL,
  revision integer NOT NULL,
  state text NOT NULL,
  open_round integer,
  settings jsonb NOT NULL,
  rounds jsonb NOT NULL,
  changed_at timestamp with time zone NOT NULL,
  CONSTRAINT session_plan_versions_pkey PRIMARY KEY (plan_id, revision),
  CONSTRAINT session_plan_versions_plan FOREIGN KEY (plan_id) REFERENCES session_plans(id) ON DELETE CASCADE,
  CONSTRAINT session_plan_versions_open_iff_open_round CHECK ((state = 'open'::text) = (open_round IS NOT NULL)),
  CONSTRAINT session_plan_versions_open_round_in_range CHECK (open_round >= 1 AND open_round <= 40),
  CONSTRAINT session_plan_versions_revision_positive CHECK (revision > 0),
  CONSTRAINT session_plan_versions_rounds_is_array CHECK (jsonb_typeof(rounds) = 'array'::text),
  CONSTRAINT session_plan_versions_settings_is_object CHECK (jsonb_typeof(settings) = 'object'::text),
  CONSTRAINT session_plan_versions_state_known CHECK (state = ANY (ARRAY['planned'::text, 'open'::text, 'closed'::text]))
);

CREATE TABLE session_plans (
  id uuid NOT NULL,
  partner_id uuid NOT NULL,
  session_external_ref text COLLATE "C" NOT NULL,
  revision integer NOT NULL,
  state text NOT NULL,
  open_round integer,
  settings jsonb NOT NULL,
  rounds jsonb NOT NULL,
  created_at timestamp with time zone NOT NULL,
  changed_at timestamp with time zone NOT NULL,
  CONSTRAINT session_plans_pkey PRIMARY KEY (id),
  CONSTRAINT session_plans_session_unique UNIQUE (partner_id, session_external_ref),
  CONSTRAINT session_plans_partner FOREIGN KEY (partner_id) REFERENCES partners(id),
  CONSTRAINT session_plans_open_iff_open_round CHECK ((state = 'open'::text) = (open_round IS NOT NULL)),
  CONSTRAINT session_plans_open_round_in_range CHECK (open_round >= 1 AND open_round <= 40),
  CONSTRAINT session_plans_revision_positive CHECK (revision > 0),
  CONSTRAINT session_plans_rounds_is_array CHECK (jsonb_typeof(rounds) = 'array'::text),
  CONSTRAINT session_plans_session_external_ref_in_path CHECK (session_external_ref <> ALL (ARRAY['.'::text, '..'::text])),
  CONSTRAINT session_plans_session_external_ref_length CHECK (char_length(session_external_ref) >= 1 AND char_length(session_external_ref) <= 128),
  CONSTRAINT session_plans_settings_is_object CHECK (jsonb_typeof(settings) = 'object'::text),
  CONSTRAINT session_plans_state_known CHECK (state = ANY (ARRAY['planned'::text, 'open'::text, 'closed'::text]))
);
CREATE INDEX session_plans_by_change ON session_plans USING btree (partner_id, changed_at, session_external_ref);
CREATE INDEX session_plans_by_state ON session_plans USING btree (partner_id, state, changed_at, session_external_ref);

CREATE TABLE sessions (
  partner_id uuid NOT NULL,
  started_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone NOT NULL,
  matches integer NOT NULL,
  session_external_ref text COLLATE "C" NOT NULL,
  CONSTRAINT sessions_pkey PRIMARY KEY (partner_id, session_external_ref),
  CONSTRAINT sessions_partner FOREIGN KEY (partner_id) REFERENCES partners(id),
  CONSTRAINT sessions_matches_at_most_1000 CHECK (matches <= 1000),
  CONSTRAINT sessions_matches_positive CHECK (matches > 0),
  CONSTRAINT sessions_start_before_end CHECK (started_at <= ended_at)
);
CREATE INDEX sessions_by_end ON sessions USING btree (partner_id, ended_at DESC, session_external_ref);

CREATE TABLE settlements (
  changed_by uuid NOT NULL,
  since timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  changed_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  version bigint NOT NULL DEFAULT 1,
  paused_until timestamp with time zone,
  cause text NOT NULL DEFAULT 'older_result'::text,
  CONSTRAINT settlements_pkey PRIMARY KEY (changed_by),
  CONSTRAINT settlements_cause_known CHECK (cause = ANY (ARRAY['older_result'::text, 'starting_level'::text]))
);

CREATE TABLE sign_ins (
  id uuid NOT NULL,
  person_id uuid NOT NULL,
  token_hash bytea NOT NULL,
  device text,
  created_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT sign_ins_pkey PRIMARY KEY (id),
  CONSTRAINT sign_ins_token_hash_unique UNIQUE (token_hash),
  CONSTRAINT sign_ins_person FOREIGN KEY (person_id) REFERENCES people(id),
  CONSTRAINT sign_ins_device_length CHECK (char_length(device) >= 1 AND char_length(device) <= 80),
  CONSTRAINT sign_ins_ends_after_creation CHECK (expires_at > created_at),
  CONSTRAINT sign_ins_token_hash_is_sha256 CHECK (octet_length(token_hash) = 32)
);
CREATE INDEX sign_ins_by_person ON sign_ins USING btree (person_id);

CREATE TABLE starting_level_changes (
  partner_id uuid NOT NULL,
  seq bigint NOT NULL,
  player_id uuid NOT NULL,
  before jsonb,
  after jsonb,
  CONSTRAINT starting_level_changes_pkey PRIMARY KEY (partner_id, seq),
  CONSTRAINT starting_level_changes_entry FOREIGN KEY (partner_id, seq) REFERENCES audit_entries(partner_id, seq),
  CONSTRAINT starting_level_changes_player FOREIGN KEY (player_id) REFERENCES players(id)
);
CREATE INDEX starting_level_changes_by_player ON starting_level_changes USING btree (player_id, seq);

CREATE TABLE tasks (
  id uuid NOT NULL,
  kind text NOT NULL,
  state text NOT NULL,
  subject_id uuid,
  partner_id uuid,
  actor text,
  input jsonb,
  "position" jsonb,
  progress_done bigint,
  progress_total bigint,
  result json,
  error_code text,
  error_detail text,
  created_at timestamp with time zone NOT NULL,
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  lane text,
  attempts integer NOT NULL DEFAULT 0,
  crashes smallint NOT NULL DEFAULT 0,
  CONSTRAINT tasks_pkey PRIMARY KEY (id),
  CONSTRAINT tasks_partner FOREIGN KEY (partner_id) REFERENCES partners(id),
  CONSTRAINT tasks_actor_known CHECK (actor ~ '^(key|person):[0-9a-f-]{36}$'::text),
  CONSTRAINT tasks_attempts_natural CHECK (attempts >= 0),
  CONSTRAINT tasks_crashes_natural CHECK (crashes >= 0),
  CONSTRAINT tasks_done_iff_result CHECK ((state = 'done'::text) = (result IS NOT NULL)),
  CONSTRAINT tasks_error_together CHECK (num_nulls(error_code, error_detail) = ANY (ARRAY[0, 2])),
  CONSTRAINT tasks_failed_iff_error CHECK ((state = 'failed'::text) = (error_code IS NOT NULL)),
  CONSTRAINT tasks_kind_known CHECK (kind = ANY (ARRAY['verify'::text, 'replay'::text, 'calibrate'::text, 'audit'::text, 'import_undo'::text, 'merge'::text, 'merge_undo'::text])),
  CONSTRAINT tasks_over_iff_ended_at CHECK ((state = ANY (ARRAY['done'::text, 'failed'::text, 'cancelled'::text])) = (ended_at IS NOT NULL)),
  CONSTRAINT tasks_partner_of_kind CHECK ((kind = ANY (ARRAY['import_undo'::text, 'merge'::text, 'merge_undo'::text])) = (partner_id IS NOT NULL)),
  CONSTRAINT tasks_partner_together CHECK (num_nulls(partner_id, subject_id, actor, input) = ANY (ARRAY[0, 4])),
  CONSTRAINT tasks_position_of_partner CHECK ("position" IS NULL OR partner_id IS NOT NULL),
  CONSTRAINT tasks_progress_done_natural CHECK (progress_done >= 0),
  CONSTRAINT tasks_progress_total_natural CHECK (progress_total >= 0),
  CONSTRAINT tasks_running_iff_lane CHECK ((state = 'running'::text) = (lane IS NOT NULL)),
  CONSTRAINT tasks_started_unless_queued CHECK (
CASE state
    WHEN 'queued'::text THEN started_at IS NULL
    WHEN 'cancelled'::text THEN true
    ELSE started_at IS NOT NULL
END),
  CONSTRAINT tasks_state_known CHECK (state = ANY (ARRAY['queued'::text, 'running'::text, 'done'::text, 'failed'::text, 'cancelled'::text])),
  CONSTRAINT tasks_total_needs_done CHECK (progress_total IS NULL OR progress_done IS NOT NULL)
);
CREATE INDEX tasks_of_operators ON tasks USING btree (created_at, id) WHERE partner_id IS NULL;
CREATE INDEX tasks_of_partner ON tasks USING btree (partner_id, created_at, id) WHERE partner_id IS NOT NULL;
CREATE INDEX tasks_of_subject ON tasks USING btree (subject_id, created_at, id) WHERE subject_id IS NOT NULL;
CREATE UNIQUE INDEX tasks_one_a_lane ON tasks USING btree (lane) WHERE state = 'running'::text;
CREATE UNIQUE INDEX tasks_one_a_partner ON tasks USING btree (partner_id) WHERE state = 'running'::text AND partner_id IS NOT NULL;
CREATE INDEX tasks_unfinished ON tasks USING btree (created_at, id) WHERE state = ANY (ARRAY['queued'::text, 'running'::text]);

CREATE TABLE usage_days (
  day date NOT NULL,
  partner_id uuid NOT NULL,
  key_id uuid,
  requests bigint NOT NULL,
  rate_limited bigint NOT NULL,
  units bigint NOT NULL,
  matches_stored bigint NOT NULL,
  matches_duplicate bigint NOT NULL,
  matches_rejected bigint NOT NULL,
  CONSTRAINT usage_days_one_a_key UNIQUE NULLS NOT DISTINCT (day, partner_id, key_id),
  CONSTRAINT usage_days_key FOREIGN KEY (key_id) REFERENCES api_keys(id),
  CONSTRAINT usage_days_partner FOREIGN KEY (partner_id) REFERENCES partners(id),
  CONSTRAINT usage_days_counts_natural CHECK (LEAST(requests, rate_limited, units, matches_stored, matches_duplicate, matches_rejected) >= 0)
);

CREATE TABLE webhook_deliveries (
  endpoint_id uuid NOT NULL,
  at timestamp with time zone NOT NULL,
  id uuid NOT NULL,
  event_id text NOT NULL,
  event_type text NOT NULL,
  attempt integer NOT NULL,
  duration_ms integer NOT NULL,
  status_code integer,
  error text,
  CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (endpoint_id, at, id),
  CONSTRAINT webhook_deliveries_endpoint FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints(id) ON DELETE CASCADE,
  CONSTRAINT webhook_deliveries_attempt_positive CHECK (attempt > 0),
  CONSTRAINT webhook_deliveries_delivered_has_status CHECK (error IS NOT NULL OR COALESCE(status_code >= 200 AND status_code <= 299, false)),
  CONSTRAINT webhook_deliveries_duration_natural CHECK (duration_ms >= 0),
  CONSTRAINT webhook_deliveries_error_known CHECK (error = ANY (ARRAY['timeout'::text, 'refused'::text, 'reset'::text, 'unreachable'::text, 'dns'::text, 'private_address'::text, 'tls'::text, 'protocol'::text, 'redirect'::text, 'gone'::text, 'status'::text, 'failed'::text])),
  CONSTRAINT webhook_deliveries_status_code_in_range CHECK (status_code >= 100 AND status_code <= 999)
);

CREATE TABLE webhook_endpoints (
  id uuid NOT NULL,
  partner_id uuid NOT NULL,
  url text NOT NULL,
  event_types text[],
  disabled_reason text,
  disabled_at timestamp with time zone,
  secret bytea NOT NULL,
  previous_secret bytea,
  previous_secret_until timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  version bigint NOT NULL DEFAULT 1,
  queued_position bigint NOT NULL,
  queued_id bigint NOT NULL,
  failures_in_a_row integer NOT NULL DEFAULT 0,
  failing_since timestamp with time zone,
  last_delivered_at timestamp with time zone,
  paused_until timestamp with time zone,
  next_due_at timestamp with time zone,
  CONSTRAINT webhook_endpoints_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_endpoints_partner FOREIGN KEY (partner_id) REFERENCES partners(id),
  CONSTRAINT webhook_endpoints_disabled_reason_known CHECK (disabled_reason = ANY (ARRAY['requested'::text, 'gone'::text, 'failing'::text])),
  CONSTRAINT webhook_endpoints_disabled_together CHECK (num_nulls(disabled_reason, disabled_at) = ANY (ARRAY[0, 2])),
  CONSTRAINT webhook_endpoints_failing_since_iff_failures CHECK ((failures_in_a_row > 0) = (failing_since IS NOT NULL)),
  CONSTRAINT webhook_endpoints_failures_natural CHECK (failures_in_a_row >= 0),
  CONSTRAINT webhook_endpoints_previous_secret_length CHECK (octet_length(previous_secret) >= 24 AND octet_length(previous_secret) <= 64),
  CONSTRAINT webhook_endpoints_previous_secret_together CHECK (num_nulls(previous_secret, previous_secret_until) = ANY (ARRAY[0, 2])),
  CONSTRAINT webhook_endpoints_secret_length CHECK (octet_length(secret) >= 24 AND octet_length(secret) <= 64),
  CONSTRAINT webhook_endpoints_some_event_type CHECK (cardinality(event_types) > 0),
  CONSTRAINT webhook_endpoints_url_length CHECK (char_length(url) >= 1 AND char_length(url) <= 2000),
  CONSTRAINT webhook_endpoints_version_positive CHECK (version > 0)
) WITH (fillfactor=50);
CREATE INDEX webhook_endpoints_by_partner ON webhook_endpoints USING btree (partner_id, created_at, id);
CREATE INDEX webhook_endpoints_due ON webhook_endpoints USING btree (next_due_at) WHERE disabled_at IS NULL;

CREATE TABLE webhook_queue (
  endpoint_id uuid NOT NULL,
  subject_id uuid NOT NULL,
  "position" bigint NOT NULL,
  log_id bigint NOT NULL,
  part smallint NOT NULL,
  is_head boolean NOT NULL,
  attempts smallint NOT NULL DEFAULT 0,
  first_tried_at timestamp with time zone,
  due_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  claimed_until timestamp with time zone,
  CONSTRAINT webhook_queue_pkey PRIMARY KEY (endpoint_id, subject_id, "position", log_id, part),
  CONSTRAINT webhook_queue_endpoint FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints(id) ON DELETE CASCADE,
  CONSTRAINT webhook_queue_attempts_natural CHECK (attempts >= 0),
  CONSTRAINT webhook_queue_due_after_claim CHECK (due_at = claimed_until),
  CONSTRAINT webhook_queue_part_natural CHECK (part >= 0),
  CONSTRAINT webhook_queue_tried_iff_attempts CHECK ((attempts > 0) = (first_tried_at IS NOT NULL))
) WITH (fillfactor=70, autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=2000);
CREATE INDEX webhook_queue_claims ON webhook_queue USING btree (endpoint_id, claimed_until) WHERE claimed_until IS NOT NULL;
CREATE INDEX webhook_queue_heads ON webhook_queue USING btree (endpoint_id, due_at, "position", log_id, part) WHERE is_head;

CREATE OR REPLACE FUNCTION public.are_four_different(ids uuid[])
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
begin
  return array_ndims(ids) = 1 and array_lower(ids, 1) = 1 and cardinality(ids) = 4 and array_position(ids, null) is null
    and ids[1] <> ids[2] and ids[1] <> ids[3] and ids[1] <> ids[4]
    and ids[2] <> ids[3] and ids[2] <> ids[4] and ids[3] <> ids[4];
end
$function$;

CREATE OR REPLACE FUNCTION public.are_on_different_sides(teams text, sides text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
declare
  first_a text := substr(sides, strpos(teams, 'A'), 1);
  last_a text := substr(sides, 5 - strpos(reverse(teams), 'A'), 1);
  first_b text := substr(sides, strpos(teams, 'B'), 1);
  last_b text := substr(sides, 5 - strpos(reverse(teams), 'B'), 1);
begin
  return (first_a = '-' or first_a <> last_a) and (first_b = '-' or first_b <> last_b);
end
$function$;

CREATE OR REPLACE FUNCTION public.audit_chains_refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'an audit chain only grows' using errcode = 'restrict_violation', constraint = 'audit_chains_only_grow';
end
$function$;

CREATE OR REPLACE FUNCTION public.emptied_texts(texts jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN (SELECT jsonb_object_agg(list.key, (SELECT jsonb_agg((entry.value || (SELECT COALESCE(jsonb_object_agg(member.member, NULL::unknown), '{}'::jsonb) AS "coalesce" FROM jsonb_object_keys(entry.value) member(member) WHERE (member.member = ANY (ARRAY['detail'::text, 'values'::text, 'stored'::text, 'sent'::text]))))) AS jsonb_agg FROM jsonb_array_elements(list.value) entry(value))) AS jsonb_object_agg FROM jsonb_each(emptied_texts.texts) list(key, value));

CREATE OR REPLACE FUNCTION public.erased_name_hash(username text)
 RETURNS bytea
 LANGUAGE sql
 STABLE STRICT
AS $function$
  select sha256(salt || convert_to(username, 'UTF8')) from erasure_salt where id = 1
$function$;

CREATE OR REPLACE FUNCTION public.event_horizon()
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  select xid_offset + pg_snapshot_xmin(pg_current_snapshot())::text::bigint from event_clock
$function$;

CREATE OR REPLACE FUNCTION public.event_position()
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  select xid_offset + greatest(pg_current_xact_id()::text::bigint, pg_snapshot_xmax(pg_current_snapshot())::text::bigint - 1)
  from event_clock
$function$;

CREATE OR REPLACE FUNCTION public.is_natural(number double precision)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((number >= (0)::double precision) AND (number < 'Infinity'::double precision) AND (number = floor(number)));

CREATE OR REPLACE FUNCTION public.is_scoreline(sets text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
begin
  return sets = '' or (' ' || sets) ~ '^(?: (?:0|[1-9]\d?)-(?:0|[1-9]\d?)(?::[AB]+)?(?:/[AB])?){1,15}$' and sets !~ '[AB]{201}';
end
$function$;

CREATE OR REPLACE FUNCTION public.matches_refuse_transition()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'a match does not go from % to %', old.status, new.status
    using errcode = 'check_violation', constraint = 'matches_transition_known';
end
$function$;

CREATE OR REPLACE FUNCTION public.players_refuse_return()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'an erased player stays erased' using errcode = 'restrict_violation', constraint = 'players_stay_erased';
end
$function$;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation', constraint = tg_name;
end
$function$;

CREATE OR REPLACE FUNCTION public.result_of(outcome text, winning_team text, teams text, place integer)
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (outcome = 'walkover'::text) THEN NULL::integer WHEN (winning_team IS NULL) THEN 0 WHEN (substr(teams, place, 1) = winning_team) THEN 1 ELSE '-1'::integer END;

CREATE OR REPLACE FUNCTION public.shown_after(after double precision[])
 RETURNS double precision[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (after IS NOT NULL) THEN ARRAY[(after)[3], (after)[6], (after)[9], (after)[12]] ELSE NULL::double precision[] END;

CREATE OR REPLACE FUNCTION public.shown_before(before double precision[])
 RETURNS double precision[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (before IS NOT NULL) THEN ARRAY[NULLIF((before)[3], 'NaN'::double precision), NULLIF((before)[8], 'NaN'::double precision), NULLIF((before)[13], 'NaN'::double precision), NULLIF((before)[18], 'NaN'::double precision)] ELSE NULL::double precision[] END;

CREATE OR REPLACE FUNCTION public.shown_ratings(before double precision[], after double precision[])
 RETURNS double precision[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ARRAY[(before)[3], (after)[3], (after)[2], ((before)[5] + (1)::double precision), (before)[8], (after)[6], (after)[5], ((before)[10] + (1)::double precision), (before)[13], (after)[9], (after)[8], ((before)[15] + (1)::double precision), (before)[18], (after)[12], (after)[11], ((before)[20] + (1)::double precision)];

CREATE OR REPLACE FUNCTION public.shown_to(shown double precision[], old_ids uuid[], new_ids uuid[])
 RETURNS double precision[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (old_ids = new_ids) THEN shown WHEN (shown IS NOT NULL) THEN (SELECT array_agg((shown_to.shown)[((4 * (array_position(shown_to.old_ids, player.id) - 1)) + number.number)] ORDER BY player.slot, number.number) AS array_agg FROM unnest(shown_to.new_ids) WITH ORDINALITY player(id, slot), generate_series(1, 4) number(number)) ELSE NULL::double precision[] END;
