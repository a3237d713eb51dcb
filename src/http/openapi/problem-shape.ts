import { Type } from 'typebox';
import { type ErrorCode, errorRegistry, type FaultCode, faultRegistry } from '../../domain/errors/index.ts';
import { named, OneOf } from '../../domain/shapes.ts';

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

const extension = 'Only with the code that promises it.';

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
      existing_match_id: Type.Optional(Type.String({ format: 'uuid', description: extension })),
      same_content: Type.Optional(Type.Boolean({ description: extension })),
      match_status: Type.Optional(Type.String({ description: extension })),
      revision: Type.Optional(Type.Integer({ description: extension })),
      required_plans: Type.Optional(Type.Array(Type.String(), { description: extension })),
      required_scopes: Type.Optional(Type.Array(Type.String(), { description: extension })),
    },
    { description: 'An error, as RFC 9457 has it.' },
  ),
);
