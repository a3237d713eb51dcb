/**
 * Responses as CSV (RFC 4180). The rows come from the same object as the JSON, so that they show what the JSON shows. Every page begins
 * with the header and can be read alone; `Link` has the address of the next page, which the JSON has as `next_cursor`.
 */
import { csvCell, csvHeader } from '@bandeja/contract/csv';
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { TObject } from 'typebox';
import { acceptedType, CSV_TYPE } from '../media-types.ts';
import { pathOf, queryTextOf } from '../target.ts';
import { type CellValue, type Column, columnsOf, type OwnColumns } from './columns.ts';

/** How a response becomes CSV. */
export interface Csv {
  readonly columns: readonly Column[];
  readonly entriesOf: (answer: unknown) => readonly unknown[];
  /** The parameters that select the next page; null on the last one. Undefined for a response that has no pages. */
  readonly nextOf?: NextOf<unknown>;
}

type NextOf<T> = (answer: T, query: unknown) => Readonly<Record<string, string | number>> | null;

interface PageAnswer {
  readonly data: readonly unknown[];
  readonly pagination: { readonly next_cursor: string | null };
}

/** The CSV of a list. */
export const csvOfPage = (entry: TObject, own: OwnColumns = {}): Csv =>
  csvOf<PageAnswer>(entry, ({ data }) => data, {
    own,
    nextOf: ({ pagination: { next_cursor: cursor } }) => (cursor === null ? null : { cursor }),
  });

/** The CSV of one of the lists of a response. */
export function csvOf<T>(
  entry: TObject,
  entriesOf: (answer: T) => readonly unknown[],
  { own, nextOf }: { readonly own?: OwnColumns; readonly nextOf?: NextOf<T> } = {},
): Csv {
  const csv = { columns: columnsOf(entry, own), entriesOf: entriesOf as Csv['entriesOf'] };
  return nextOf === undefined ? csv : { ...csv, nextOf: nextOf as NextOf<unknown> };
}

/** Answers requests that accept CSV. */
export function answerCsv(route: RouteOptions): void {
  const { csv } = route.config ?? {};
  if (csv === undefined) return;
  const toCsv = (
    request: FastifyRequest,
    reply: FastifyReply,
    answer: unknown,
    done: (error: Error | null) => void,
  ) => {
    if (acceptedType(request) === CSV_TYPE) {
      const next = csv.nextOf?.(answer, request.query) ?? null;
      if (next !== null) reply.header('link', `<${addressOf(request, next)}>; rel="next"`);
      reply.header('content-type', `${CSV_TYPE}; charset=utf-8`);
      reply.serializer(() => csvText(csv.columns, csv.entriesOf(answer)));
    }
    done(null);
  };
  route.preSerialization = [route.preSerialization ?? [], toCsv as never].flat();
}

/** The path of the request with other parameters of the page. */
function addressOf({ raw: { url = '' } }: FastifyRequest, next: Readonly<Record<string, string | number>>): string {
  const query = new URLSearchParams(queryTextOf(url));
  query.delete('offset');
  for (const [name, value] of Object.entries(next)) query.set(name, String(value));
  return `${pathOf(url)}?${query}`.replaceAll('>', '%3E');
}

const LINE_END = '\r\n';

/** Exported for tests. */
export function csvText(columns: readonly Column[], entries: readonly unknown[]): string {
  const header = csvHeader(
    columns.map(({ name }) => name),
    LINE_END,
  );
  return entries.reduce<string>((text, entry) => {
    const cells = columns.map(({ read }) => cellOf(read(entry)));
    return `${text}${cells.join(',')}${LINE_END}`;
  }, header);
}

/** Numbers are written as the JSON has them: a negative one isn’t a formula. */
function cellOf(value: CellValue): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? csvCell(value) : String(value);
}
