import { type FaultCode, faultRegistry } from '@bandeja/contract/errors/fault-registry';
import { type ErrorCode, errorRegistry } from '@bandeja/contract/errors/registry';
import { named, OneOf } from '@bandeja/contract/shapes';
import { Type } from 'typebox';

const errorCodes = Object.keys(errorRegistry) as ErrorCode[];
const faultCodes = Object.keys(faultRegistry) as FaultCode[];

/** One broken rule: an entry of `errors`. */
export const FaultEntry = named(
  'Fault',
  Type.Object(
    {
      pointer: Type.Optional(
        Type.String({
          description: 'Where in the body: a JSON pointer (RFC 6901).',
          examples: ['/participants/0/team'],
        }),
      ),
      parameter: Type.Optional(Type.String({ description: 'Which query parameter.', examples: ['limit'] })),
      code: OneOf(faultCodes, { description: 'Which rule.', examples: ['required'] }),
      detail: Type.String({ description: 'The rule, in a sentence.', examples: ['Must be one of: A, B.'] }),
    },
    { description: 'One broken rule, at a place of the body (`pointer`) or in a query parameter (`parameter`).' },
  ),
);

/** Every error (RFC 9457). */
export const ProblemShape = named(
  'Problem',
  Type.Object(
    {
      type: Type.String({
        format: 'uri-reference',
        description: 'Where the code is explained.',
        examples: ['/docs/errors#invalid_body'],
      }),
      title: Type.String({ description: 'The same for every occurrence.', examples: ['The body is not valid'] }),
      status: Type.Integer({ description: 'The HTTP status.', examples: [422] }),
      code: OneOf(errorCodes, { description: 'What went wrong; programs decide by it.', examples: ['invalid_body'] }),
      detail: Type.String({
        description: 'What went wrong, in a sentence for people.',
        examples: ['A rule is broken.'],
      }),
      request_id: Type.Optional(
        Type.String({ description: 'The `X-Request-Id`; absent where none could be read.', examples: ['night-42-1'] }),
      ),
      errors: Type.Optional(
        Type.Array(FaultEntry, {
          description: 'Each broken rule; always there for `invalid_body` and `invalid_query`.',
        }),
      ),
      existing_match_id: Type.Optional(
        Type.String({
          format: 'uuid',
          description: 'With `duplicate_external_ref` alone: the match that has the reference.',
          examples: ['019de4f2-a340-8f34-a99b-71224f08972d'],
        }),
      ),
      same_content: Type.Optional(
        Type.Boolean({
          description:
            'With `duplicate_external_ref` alone: whether that match says the same as the one refused, as it was first submitted or as it ' +
            'stands now. True is a repetition; false is a reference used for two matches.',
          examples: [true],
        }),
      ),
      match_status: Type.Optional(
        Type.String({
          description: 'With `invalid_transition` of a match alone: its status.',
          examples: ['voided'],
        }),
      ),
      revision: Type.Optional(
        Type.Integer({ description: 'With `revision_conflict` alone: the present revision.', examples: [3] }),
      ),
      required_plans: Type.Optional(
        Type.Array(Type.String(), {
          description: 'With `plan_forbidden` alone: the plans that would do.',
          examples: [['pro', 'enterprise']],
        }),
      ),
      required_scopes: Type.Optional(
        Type.Array(Type.String(), {
          description: 'With `insufficient_scope` alone: the scopes of which one would do.',
          examples: [['write:matches']],
        }),
      ),
    },
    { description: 'An error, as RFC 9457 has it.' },
  ),
);
