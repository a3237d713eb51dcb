import { type FaultCode, faultRegistry } from '@bandeja/contract/errors/fault-registry';
import { type ErrorCode, errorRegistry } from '@bandeja/contract/errors/registry';
import { NightResult, NightRound } from '@bandeja/contract/nights';
import { Nullable, named, OneOf } from '@bandeja/contract/shapes';
import { Type } from 'typebox';

const errorCodes = Object.keys(errorRegistry) as ErrorCode[];
const faultCodes = Object.keys(faultRegistry) as FaultCode[];

const NullableResult = Nullable(NightResult);

/** An entry of `errors`. */
export const FaultEntry = named(
  'Fault',
  Type.Object(
    {
      pointer: Type.Optional(
        Type.String({
          description: 'The location in the body, as a JSON pointer (RFC 6901).',
          examples: ['/participants/0/team'],
        }),
      ),
      parameter: Type.Optional(Type.String({ description: 'The query parameter.', examples: ['limit'] })),
      code: OneOf(faultCodes, { description: 'The rule that is broken.', examples: ['required'] }),
      detail: Type.String({ description: 'A sentence for people.', examples: ['Must be one of: A, B.'] }),
    },
    { description: 'A broken rule, with its location in the body (`pointer`) or its query parameter (`parameter`).' },
  ),
);

export const ProblemShape = named(
  'Problem',
  Type.Object(
    {
      type: Type.String({
        format: 'uri-reference',
        description: 'The page that explains the code, relative to the address of the service.',
        examples: ['/docs/errors#invalid_body'],
      }),
      title: Type.String({
        description: 'A summary of the code, the same for every occurrence.',
        examples: ['The body is not valid'],
      }),
      status: Type.Integer({ description: 'The HTTP status.', examples: [422] }),
      code: OneOf(errorCodes, { description: 'The kind of error, for programs.', examples: ['invalid_body'] }),
      detail: Type.String({
        description: 'What went wrong, in a sentence for people.',
        examples: ['A rule is broken.'],
      }),
      request_id: Type.Optional(
        Type.String({
          description: 'The `X-Request-Id`; absent if the request could not be read.',
          examples: ['night-42-1'],
        }),
      ),
      errors: Type.Optional(
        Type.Array(FaultEntry, {
          description: 'The broken rules; always present for `invalid_body` and `invalid_query`.',
        }),
      ),
      existing_match_id: Type.Optional(
        Type.String({
          format: 'uuid',
          description: 'Only with `duplicate_external_ref`: the match that has the reference.',
          examples: ['019de4f2-a340-8f34-a99b-71224f08972d'],
        }),
      ),
      same_content: Type.Optional(
        Type.Boolean({
          description:
            'Only with `duplicate_external_ref`: whether that match has the same content, now or when it was submitted. True: you sent ' +
            'the same match again. False: you used the reference for two matches.',
          examples: [true],
        }),
      ),
      import_id: Type.Optional(
        Type.String({
          format: 'uuid',
          description: 'Only with `import_open`: the open import of the file.',
          examples: ['5b0f5f0e-5f0c-4b7e-9d57-0f5d1a2b3c4d'],
        }),
      ),
      existing_profile_id: Type.Optional(
        Type.String({
          format: 'uuid',
          description: 'Only with `external_id_taken`: the player that has the id.',
          examples: ['019de4f2-a340-8f34-a99b-71224f08972d'],
        }),
      ),
      existing_username: Type.Optional(
        Type.String({
          description: 'Only with `external_id_taken`: the username of that player.',
          examples: ['ines.carvalho'],
        }),
      ),
      match_status: Type.Optional(
        Type.String({
          description:
            'Only with `invalid_transition` of a match and `duplicate_external_ref`: the status of the match.',
          examples: ['voided'],
        }),
      ),
      revision: Type.Optional(
        Type.Integer({ description: 'Only with `revision_conflict`: the current revision.', examples: [3] }),
      ),
      missing: Type.Optional(
        Type.Array(
          Type.Object({
            round: Type.Integer({ description: 'The round.', examples: [2] }),
            court: Type.Integer({ description: 'The court.', examples: [1] }),
          }),
          {
            description: 'Only with `invalid_transition` of a mexicano: the courts without a result.',
            examples: [[{ round: 2, court: 1 }]],
          },
        ),
      ),
      count: Type.Optional(
        Type.Integer({ description: 'Only with `players_met`: how many matches have both players.', examples: [1] }),
      ),
      match_ids: Type.Optional(
        Type.Array(Type.String({ format: 'uuid' }), {
          description: 'Only with `players_met`: the first 20 of these matches, newest first.',
          examples: [['019de4f2-a340-8f34-a99b-71224f08972d']],
        }),
      ),
      session_external_refs: Type.Optional(
        Type.Array(Type.String(), {
          description: 'Only with `player_in_open_plan`: the sessions whose plans have the player and are not closed.',
          examples: [['club-norte-2025-10-17']],
        }),
      ),
      merge_id: Type.Optional(
        Type.String({
          format: 'uuid',
          description: 'Only with `merge_under_way`: the unfinished merge.',
          examples: ['019b76da-a800-7b7e-9d57-0f5d1a2b3c4d'],
        }),
      ),
      current: Type.Optional(NullableResult),
      round: Type.Optional(NightRound),
      required_plans: Type.Optional(
        Type.Array(Type.String(), {
          description: 'Only with `plan_forbidden`: the plans that include the operation.',
          examples: [['pro', 'enterprise']],
        }),
      ),
      required_scopes: Type.Optional(
        Type.Array(Type.String(), {
          description:
            'Only with `insufficient_scope`: the scopes that the operation accepts. A key needs one of them.',
          examples: [['write:matches']],
        }),
      ),
    },
    { description: 'An error (RFC 9457).' },
  ),
);
