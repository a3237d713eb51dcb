/** The media type of a response, by `Accept` (RFC 9110, section 12.5.1). */
import { Problem } from '@bandeja/contract/errors/problem';
import type { FastifyContextConfig, FastifyRequest, RouteOptions } from 'fastify';
import Negotiator from 'negotiator';

const JSON_TYPE = 'application/json';
export const CSV_TYPE = 'text/csv';

/** No client sends a longer list. */
const HEADER_LENGTH_MAX = 1000;
const SHOWN_MAX = 80;

/**
 * The media types of a read, the default first. Null if the service does not look at `Accept`: a write should not fail because of it, and
 * probes and pages send anything.
 */
export function mediaTypesOf({
  method,
  config = {},
}: Pick<RouteOptions, 'method' | 'config'>): readonly string[] | null {
  const { access, mediaType, alternative, csv } = config;
  const isRead = method === 'GET' || method === 'HEAD';
  const isNegotiated = access?.kind === 'partner' || access?.kind === 'link' || access?.kind === 'operator';
  if (!isRead || !isNegotiated || mediaType !== undefined) return null;
  return [JSON_TYPE, ...(alternative ? [alternative.mediaType] : []), ...(csv ? [CSV_TYPE] : [])];
}

/** Whether `Accept` chooses between media types. */
export const hasChoice = ({ alternative, csv }: FastifyContextConfig): boolean =>
  alternative !== undefined || csv !== undefined;

/** @throws {Problem} `not_acceptable` */
export function checkAccept(request: FastifyRequest): void {
  const types = typesOf(request);
  if (types === null || preferred(request, types) !== undefined) return;
  const shown = (request.headers.accept ?? '').replaceAll(/[^\x20-\x7e]/g, '?').slice(0, SHOWN_MAX);
  throw new Problem('not_acceptable', `You accept ${shown}. The response is ${types.join(' or ')}.`);
}

/** The media type of the response to a request that {@link checkAccept} let pass. */
export function acceptedType(request: FastifyRequest): string {
  return preferred(request, typesOf(request) ?? []) ?? JSON_TYPE;
}

const typesOf = ({ method, routeOptions: { config } }: FastifyRequest): readonly string[] | null =>
  mediaTypesOf({ method, config });

function preferred({ headers: { accept } }: FastifyRequest, types: readonly string[]): string | undefined {
  if (accept === undefined || accept === '' || accept === '*/*' || accept === JSON_TYPE) return types[0];
  if (accept.length > HEADER_LENGTH_MAX) return types[0];
  return new Negotiator({ headers: { accept: withoutParameters(accept) } }).mediaType([...types]);
}

/** `text/csv; charset=utf-8; q=0.5` is `text/csv; q=0.5`: no media type of the service has another form. */
const withoutParameters = (accept: string): string =>
  accept.replaceAll(/;\s*(?!q\s*=)[^\s;,="]+\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s;,"]*)/gi, '');
