/**
 * Makes `packages/client/src/generated/api.ts`, the types of the client, from `openapi.json`; with `--check`, fails if it is out of date.
 *
 *     node scripts/client-types.ts [--check]
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Schema } from './api-schema.ts';
import { writeOrCheck } from './generated-file.ts';

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>;

interface Operation {
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

const document: {
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
} = JSON.parse(readFileSync(new URL('../openapi.json', import.meta.url), 'utf8'));

/** Longer lists of values, such as that of all countries, are texts. */
const ENUM_MAX = 100;

function comment(text: string | undefined, indent = ''): string {
  const safe = text?.replaceAll('*/', '*\\/').trim();
  if (!safe) return '';
  const lines = safe.split('\n');
  if (lines.length === 1) return `${indent}/** ${safe} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}

function typeOf(schema: Schema, indent = ''): string {
  if (schema.$ref !== undefined) return schema.$ref.replace('#/components/schemas/', '');
  if (schema.anyOf !== undefined) return schema.anyOf.map((one) => typeOf(one, indent)).join(' | ');
  if (schema.enum !== undefined && schema.enum.length <= ENUM_MAX) {
    return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  }
  if (schema.type === undefined) return 'unknown';
  return [schema.type]
    .flat()
    .map((type) => ofType(type, schema, indent))
    .join(' | ');
}

function ofType(type: string, schema: Schema, indent: string): string {
  if (type === 'integer') return 'number';
  if (type === 'array') return `readonly (${typeOf(schema.items ?? {}, indent)})[]`;
  if (type !== 'object') return type;
  const { properties = {}, additionalProperties } = schema;
  if (typeof additionalProperties === 'object')
    return `Readonly<Record<string, ${typeOf(additionalProperties, indent)}>>`;
  return Object.keys(properties).length === 0 ? 'Readonly<Record<string, unknown>>' : membersOf(schema, indent);
}

/** Members that may be absent may be undefined too: what a program leaves open need not be taken out. */
function member(name: string, schema: Schema, isRequired: boolean, indent: string): string {
  const key = /^[a-z_]\w*$/i.test(name) ? name : JSON.stringify(name);
  const type = typeOf(schema, indent);
  return `${comment(schema.description, indent)}${indent}readonly ${key}${isRequired ? '' : '?'}: ${type}${isRequired ? '' : ' | undefined'};\n`;
}

function membersOf({ properties = {}, required = [] }: Schema, indent: string): string {
  const inner = `${indent}  `;
  const members = Object.entries(properties).map(([name, one]) => member(name, one, required.includes(name), inner));
  return `{\n${members.join('')}${indent}}`;
}

function namedType([name, schema]: [string, Schema]): string {
  const isObject = schema.type === 'object' && Object.keys(schema.properties ?? {}).length > 0;
  const declared = isObject ? `interface ${name} ${membersOf(schema, '')}` : `type ${name} = ${typeOf(schema)};`;
  return `${comment(schema.description)}export ${declared}\n`;
}

function inputOf({ parameters = [], requestBody }: Operation): string {
  const own = parameters.filter(({ $ref }) => $ref === undefined);
  const group = (place: string): string => {
    const members = own
      .filter((one) => one.in === place)
      .map(({ name, schema, required = false, description }) =>
        member(name, { ...schema, ...(description === undefined ? {} : { description }) }, required, '      '),
      );
    if (members.length === 0) return '';
    const isRequired = own.some((one) => one.in === place && one.required);
    return `    readonly ${place}${isRequired ? '' : '?'}: {\n${members.join('')}    }${isRequired ? '' : ' | undefined'};\n`;
  };
  const body = requestBody?.content['application/json']?.schema;
  const isRequired = requestBody?.required === true;
  const bodyLine =
    body === undefined
      ? ''
      : `    readonly body${isRequired ? '' : '?'}: ${typeOf(body, '    ')}${isRequired ? '' : ' | undefined'};\n`;
  const members = `${group('path')}${group('query')}${bodyLine}`;
  return members === '' ? 'Readonly<Record<string, never>>' : `{\n${members}  }`;
}

function answerOf({ responses }: Operation): string {
  const types = Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([, { content }]) => {
      const [schema] = Object.values(content ?? {});
      return schema === undefined ? 'null' : typeOf(schema.schema, '  ');
    });
  return [...new Set(types)].join(' | ');
}

function operationType(line: string, operation: Operation): string {
  const text = comment(`${operation.summary}.\n\n${operation.description}`, '  ');
  return `${text}  readonly '${line}': {\n  readonly input: ${inputOf(operation)};\n  readonly answer: ${answerOf(operation)};\n  };\n`;
}

const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => operationType(`${method.toUpperCase()} ${path}`, operation)),
);
const { schemas } = document.components;
const codes = (schema: string): string => `${schema}['code']`;

const path = 'packages/client/src/generated/api.ts';
const source = `/** Made from openapi.json by scripts/client-types.ts. Do not change it by hand. */

/** The version of the service whose description these types are made from, and of the client. */
export const version = '${document.info.version}';

/** What can be wrong with a request as a whole. */
export type ErrorCode = ${codes('Problem')};

${Object.entries(schemas).map(namedType).join('\n')}
/** Every operation: what it takes, and what it answers. */
export interface Operations {
${operations.join('')}}
`;
const root = fileURLToPath(new URL('..', import.meta.url));
const biome = ['node_modules/@biomejs/biome/bin/biome', 'format', `--stdin-file-path=${path}`];
writeOrCheck(path, execFileSync(process.execPath, biome, { cwd: root, input: source, encoding: 'utf8' }));
