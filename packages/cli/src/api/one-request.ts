import { BandejaError } from '@bandeja/client';

/** Whether an error concerns one request. The others of a long task may succeed. */
export function concernsOneRequest(error: unknown): error is BandejaError {
  if (!(error instanceof BandejaError) || ['not_bandeja', 'route_not_found'].includes(error.code)) return false;
  return error.status >= 400 && error.status < 500 && ![401, 403, 429].includes(error.status);
}
