/**
 * Every statement is prepared on the migrated schema. TypeScript does not know SQL, so the columns of the rows are compared with the
 * type that the code gives them: that of `query<Row>(name, …)`, and of `.map(table.decode<Row>)` behind it.
 */
import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { registeredStatements } from '@bandeja/postgres/database';
import { type DescribedColumns, describeStatements } from '@bandeja/postgres/test/support/describe';
import type { CallExpression, Expression, Node } from 'typescript/unstable/ast';
import * as is from 'typescript/unstable/ast/is';
import { API, type Checker, type Project, SymbolFlags, type Type } from 'typescript/unstable/sync';
import { MIGRATIONS_DIRECTORY } from '../../src/migrations.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');
const stores = globSync(`${ROOT}/packages/service/src/**/{store,*-store}.ts`).sort();

/** A statement, and the type of its rows in the code. */
interface Declared {
  readonly name: string;
  readonly where: string;
  readonly row: Type;
  /** Whether a table decodes the rows. Then the values may have other types than the columns. */
  readonly isDecoded: boolean;
}

/** The values of PostgreSQL's types in JavaScript, as in `database.ts`. JSON may be anything. */
const kinds: Readonly<Record<number, string>> = {
  ...{ 16: 'boolean', 17: 'bytes', 114: 'json', 3802: 'json', 25: 'string', 1082: 'string', 2950: 'string' },
  ...{ 20: 'number', 21: 'number', 23: 'number', 701: 'number', 1184: 'number' },
};
/** The types of arrays, with those of their elements. */
const elements: Readonly<Record<number, number>> = {
  ...{ 1000: 16, 1001: 17, 1005: 21, 1007: 23, 1009: 25, 1016: 20, 1022: 701, 1182: 1082, 1185: 1184, 2951: 2950 },
};

/** The calls of `query` in a file whose statement is a constant of the file. */
function* declaredIn(project: Project, file: string): Iterable<Declared> {
  const source = project.program.getSourceFile(file) ?? assert.fail(`${file} is not in the project`);
  const { checker } = project;
  const names = new Map<string, string>();
  const calls: CallExpression[] = [];
  const visit = (node: Node): void => {
    if (is.isVariableDeclaration(node) && is.isIdentifier(node.name) && node.initializer !== undefined) {
      const name = statementName(node.initializer);
      if (name !== undefined) names.set(node.name.text, name);
    }
    if (is.isCallExpression(node) && is.isPropertyAccessExpression(node.expression)) {
      if (node.expression.name.text === 'query') calls.push(node);
    }
    node.forEachChild(visit);
  };
  visit(source);
  for (const call of calls) {
    const [statement] = call.arguments;
    const name = statement && is.isIdentifier(statement) ? names.get(statement.text) : undefined;
    if (name === undefined) continue;
    const decoder = decoderOf(call);
    const row = decoder === undefined ? rowOf(checker, call) : returnTypeOf(checker, decoder);
    if (row !== undefined && checker.getPropertiesOfType(row).length > 0) {
      yield { name, where: file.slice(ROOT.length + 1), row, isDecoded: decoder !== undefined };
    }
  }
}

function statementName(made: Expression): string | undefined {
  if (!is.isCallExpression(made) || !is.isIdentifier(made.expression) || made.expression.text !== 'statement') return;
  const [name] = made.arguments;
  return name && is.isStringLiteral(name) ? name.text : undefined;
}

/** Row of a call that returns `Promise<Row[]>`. */
function rowOf(checker: Checker, call: CallExpression): Type | undefined {
  const argumentOf = (type: Type | undefined) => type && checker.getTypeArguments(type as never)[0];
  return argumentOf(argumentOf(checker.getTypeAtLocation(call)));
}

/** `table.decode<Row>` in `(await database.query(…)).map(table.decode<Row>)`. */
function decoderOf(call: CallExpression): Node | undefined {
  let node: Node = call;
  while (is.isAwaitExpression(node.parent) || is.isParenthesizedExpression(node.parent)) node = node.parent;
  const map = is.isPropertyAccessExpression(node.parent) ? node.parent.parent : undefined;
  const mapper = map !== undefined && is.isCallExpression(map) ? map.arguments[0] : undefined;
  const decode = mapper !== undefined && is.isExpressionWithTypeArguments(mapper) ? mapper.expression : mapper;
  const isDecoder = decode !== undefined && is.isPropertyAccessExpression(decode) && decode.name.text === 'decode';
  return isDecoder ? mapper : undefined;
}

function returnTypeOf(checker: Checker, decoder: Node): Type | undefined {
  const type = checker.getTypeAtLocation(decoder);
  const [signature] = type === undefined ? [] : checker.getSignaturesOfType(type, 0);
  return signature && checker.getReturnTypeOfSignature(signature);
}

/** What the type of the rows has and the statement has not. Stores may select columns for a decoder that their type omits. */
function differences(checker: Checker, { row, isDecoded }: Declared, columns: DescribedColumns): string[] {
  const typeIds = new Map(columns.map(({ name, typeId }) => [name, typeId]));
  return checker.getPropertiesOfType(row).flatMap((property) => {
    const typeId = typeIds.get(property.name);
    if (typeId === undefined) return property.flags & SymbolFlags.Optional ? [] : [`does not return ${property.name}`];
    const type = checker.getTypeOfSymbol(property) as Type;
    if (isDecoded || fits(checker, type, typeId)) return [];
    return [`returns ${property.name} as type ${typeId}, not as ${checker.typeToString(type)}`];
  });
}

function fits(checker: Checker, nullable: Type, typeId: number): boolean {
  const type = checker.getNonNullableType(nullable) as Type;
  const elementId = elements[typeId];
  if (elementId !== undefined) {
    const [element] = checker.getTypeArguments(type as never);
    return checker.isArrayLikeType(type) && element !== undefined && fits(checker, element, elementId);
  }
  const kind = kinds[typeId] ?? '';
  if (kind === 'json') return true;
  if (kind === 'bytes') return checker.typeToString(type).startsWith('Uint8Array');
  const plain = { string: checker.getStringType(), number: checker.getNumberType(), boolean: checker.getBooleanType() };
  return kind in plain && checker.isTypeAssignableTo(type, plain[kind as keyof typeof plain]);
}

describe('the statements of the service', () => {
  let described: ReadonlyMap<string, DescribedColumns>;
  const compiler = new API({ cwd: ROOT });
  before(async () => {
    for (const store of stores) await import(store);
    // Tests that run in the same process may register statements on other tables.
    const own = [...registeredStatements()].filter(([name]) => !name.startsWith('test_'));
    described = await describeStatements(MIGRATIONS_DIRECTORY, new Map(own));
  });
  after(() => compiler.close());

  it('can be prepared on the schema, and return the columns that their types have', () => {
    const project = compiler.updateSnapshot({ openProjects: [`${ROOT}/tsconfig.json`] }).getProjects()[0];
    assert.ok(project);
    const declared = stores.flatMap((file) => [...declaredIn(project, file)]);
    assert.ok(declared.length > 100, `only ${declared.length} of ${described.size} statements have a type`);
    const wrong = declared.flatMap((one) => {
      const columns = described.get(one.name) ?? assert.fail(`${one.name} is not registered`);
      return differences(project.checker, one, columns).map((text) => `${one.where}: ${one.name}: ${text}`);
    });
    assert.deepEqual(wrong, []);
  });
});
