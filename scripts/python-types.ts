/**
 * Makes `packages/python/bandeja/types.py`, the types of the responses that the methods of the Python client return, from `openapi.json`;
 * with `--check`, fails if it is out of date.
 *
 *     node scripts/python-types.ts [--check]
 */
import { globSync, readFileSync } from 'node:fs';
import type { Schema } from './api-schema.ts';
import { writeOrCheck } from './generated-file.ts';

const root = new URL('..', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const schemas: Readonly<Record<string, Schema>> = JSON.parse(read('openapi.json')).components.schemas;

/** Longer lists of values, such as that of all countries, are texts. */
const ENUM_MAX = 30;
const SCALARS: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
};

/** Finished declarations by name. A type that another one needs comes first. */
const declared = new Map<string, string>();

/** @param name of the class, if the schema is an object without a name */
function typeOf(schema: Schema, name: string): string {
  if (schema.$ref !== undefined) return declare(schema.$ref.replace('#/components/schemas/', ''));
  if (schema.anyOf !== undefined) return schema.anyOf.map((one) => typeOf(one, name)).join(' | ');
  if (schema.enum !== undefined && schema.enum.length <= ENUM_MAX) {
    return `Literal[${schema.enum.map((value) => (value === null ? 'None' : JSON.stringify(value))).join(', ')}]`;
  }
  if (schema.type === undefined) return 'Any';
  return [schema.type]
    .flat()
    .map((type) => ofType(type, schema, name))
    .join(' | ');
}

function ofType(type: string, schema: Schema, name: string): string {
  if (type === 'array') return `list[${typeOf(schema.items ?? {}, name)}]`;
  if (type !== 'object') return SCALARS[type] ?? 'Any';
  const { properties, additionalProperties } = schema;
  if (properties !== undefined) return declareClass(name, schema);
  return `dict[str, ${typeof additionalProperties === 'object' ? typeOf(additionalProperties, name) : 'Any'}]`;
}

function declare(name: string): string {
  const schema = schemas[name];
  if (schema === undefined) throw new Error(`openapi.json has no schema ${name}.`);
  if (declared.has(name)) return name;
  if (schema.properties !== undefined) return declareClass(name, schema);
  const type = typeOf(schema, name);
  // An alias is evaluated when the module is loaded, and Python 3.9 has no `|` for types.
  declared.set(name, `${name} = Union[${type.split(' | ').join(', ')}]\n`);
  return name;
}

function declareClass(name: string, { properties = {}, required = [], description }: Schema): string {
  const members = Object.entries(properties).map(([member, schema]): Member => {
    const camel = member.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
    return { name: member, type: typeOf(schema, `${name}${camel}`), isRequired: required.includes(member) };
  });
  declared.set(name, sourceOf(name, members, description ?? ''));
  return name;
}

interface Member {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
}

function sourceOf(name: string, members: readonly Member[], description: string): string {
  // A class cannot have a member `from`, which is a keyword, or `7d`.
  if (members.some((member) => member.name === 'from' || /^\d/.test(member.name))) {
    const lines = members.map((member) => `        "${member.name}": "${member.type}",\n`);
    return `${name} = TypedDict(\n    "${name}",\n    {\n${lines.join('')}    },\n)\n`;
  }
  const linesOf = (isRequired: boolean): string[] =>
    members.filter((one) => one.isRequired === isRequired).map((one) => `    ${one.name}: ${one.type}\n`);
  const doc = `    """${description}"""\n\n`;
  const [required, optional] = [linesOf(true), linesOf(false)];
  if (optional.length === 0) return `class ${name}(TypedDict):\n${doc}${required.join('')}`;
  // `NotRequired` needs Python 3.11.
  const base = `class _${name}(TypedDict):\n${required.join('')}`;
  return `${base}\n\nclass ${name}(_${name}, total=False):\n${doc}${optional.join('')}`;
}

// The types that the client imports.
for (const path of globSync('packages/python/bandeja/*.py', { cwd: root }).sort()) {
  const [, names = ''] = /^from \.types import (\([^)]+\)|.+)$/m.exec(read(path)) ?? [];
  const words = names.replaceAll(/ as \w+/g, '').match(/\w+/g) ?? [];
  for (const name of words) declare(name);
}

writeOrCheck(
  'packages/python/bandeja/types.py',
  `"""The responses. Made from openapi.json by scripts/python-types.ts; do not change it by hand."""

from __future__ import annotations

from typing import Literal, TypedDict, Union

${[...declared.values()].map((declaration) => `\n${declaration}`).join('\n')}`,
);
