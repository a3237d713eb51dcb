/** Every operation refuses each query that its parameters in the OpenAPI document exclude. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { faultsOf } from '../support/club.ts';
import { chosenEngines } from '../support/engines.ts';
import { type Operation, operations, type Parameter, pathOf } from './contract/document.ts';
import { useCallers, useContractService } from './contract/scene.ts';
import { wrongValues } from './contract/wrong-values.ts';

/** Parameters with opaque texts: a text of a wrong length may be reported as malformed. */
const isOpaque = ({ name }: Parameter): boolean => name === 'cursor' || name === 'after';

/** Wrong texts of a parameter with the code of their fault. */
function wrongTexts(parameter: Parameter): (readonly [string, string])[] {
  const { schema } = parameter;
  if (schema.type === 'integer') {
    const malformed = ['three', '1.5', '03', '+3', '3.0', '3e0', ' 3', '', '-0', '0x3'];
    return [
      ...malformed.map((text) => [text, 'wrong_type'] as const),
      ...wrongValues(schema, undefined, '')
        .filter(({ value, code }) => code === 'out_of_range' && typeof value === 'number')
        .map(({ value, code }) => [String(value), code] as const),
      ...(schema.enum === undefined ? [] : [['321', 'not_one_of'] as const]),
    ];
  }
  if (schema.type === 'boolean') return ['1', 'TRUE', 'yes', ''].map((text) => [text, 'wrong_type'] as const);
  const texts = wrongValues(schema, undefined, '')
    .filter(({ value }) => typeof value === 'string' && value.isWellFormed())
    .map(({ value, code }) => [value as string, code] as const);
  return isOpaque(parameter) ? [...texts, ['abc', 'bad_format']] : texts;
}

/** A text that the parameter takes. */
function rightText({ schema: { type, enum: choices, format, minLength = 1, minimum = 1 } }: Parameter): string {
  if (choices !== undefined) return String(choices[0]);
  if (format === 'date-time') return '2026-05-01T00:00:00Z';
  if (format === 'date') return '2026-05-01';
  if (format === 'uuid') return '019de4f2-a340-8f34-a99b-71224f08972d';
  if (type === 'integer') return String(minimum);
  return type === 'boolean' ? 'true' : 'x'.repeat(minLength);
}

// A query is refused before the database is asked.
describe('a query', () => {
  const service = useContractService(chosenEngines()[0]);
  const callerOf = useCallers(service);

  async function faultsOfQuery(operation: Operation, pairs: readonly (readonly [string, string])[]): Promise<string[]> {
    const query = new URLSearchParams(pairs.map(([name, text]): [string, string] => [name, text]));
    const body = ['POST', 'PUT', 'PATCH'].includes(operation.method) ? { body: {} } : {};
    const path = `${pathOf(operation)}?${query}`;
    const answer = await callerOf(operation).refusal('invalid_query', operation.method, path, body);
    assert.equal(answer.status, 400);
    return faultsOf(answer.body);
  }

  for (const operation of operations) {
    const required = operation.query.filter((one) => one.required === true);
    const needed = required.map((one) => [one.name, rightText(one)] as const);

    it(`${operation.name} refuses a query parameter that it does not have`, async () => {
      for (const name of ['surprise', 'Limit', 'limit[]', '__proto__']) {
        assert.deepEqual(await faultsOfQuery(operation, [...needed, [name, '1']]), [`${name} unknown_field`]);
      }
    });

    if (operation.query.length === 0) continue;
    it(`${operation.name} refuses each of its query parameters if it is malformed or given twice`, async () => {
      for (const parameter of operation.query) {
        const { name } = parameter;
        const others = needed.filter(([other]) => other !== name);
        const right = rightText(parameter);
        const twice = await faultsOfQuery(operation, [...others, [name, right], [name, right]]);
        assert.deepEqual(twice, [`${name} repeated`]);
        if (parameter.required === true) {
          assert.deepEqual(await faultsOfQuery(operation, others), [`${name} required`]);
        }
        const wrong = wrongTexts(parameter);
        assert.ok(wrong.length > 0, `no wrong value of ${name}`);
        for (const [text, code] of wrong) {
          const faults = await faultsOfQuery(operation, [...others, [name, text]]);
          const codes = isOpaque(parameter) ? [code, 'bad_format'] : [code];
          assert.equal(faults.length, 1);
          assert.ok(
            codes.some((one) => faults[0] === `${name} ${one}`),
            `${faults} for ${name}=${JSON.stringify(text)}`,
          );
        }
      }
    });
  }
});
