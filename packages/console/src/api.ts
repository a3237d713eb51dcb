/** The clients of the API. The browser adds the cookie of the sign-in to their requests. */
import { Bandeja, BandejaOperator, exponentialBackoff, NoAnswerError } from '@bandeja/client';
import { QueryClient } from '@tanstack/react-query';
import { type Language, language } from './language.ts';

/** Live data or the sandbox. It never changes while the page is open, so no page writes to the other one. */
export const mode = new URLSearchParams(location.search).get('mode') === 'test' ? 'test' : 'live';

/** Whether the address is one of the operators' pages. Operators sign in there. */
export const isForOperators = /^\/console\/operator(\/|$)/.test(location.pathname);

/** How often data that may be old is read again. */
const RETRY_MS = 10_000;

/** The client has its own retries, and requests are sent while the browser believes it is offline: it is sometimes wrong. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      networkMode: 'always',
      staleTime: 10_000,
      refetchOnReconnect: true,
      // Until the service answers again.
      refetchInterval: ({ state }) => state.error instanceof NoAnswerError && state.data !== undefined && RETRY_MS,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

/** After a write: the page reads the queries with these names again. All others are read again when they are next shown. */
export async function refresh(...names: readonly string[]): Promise<void> {
  await queryClient.invalidateQueries({ refetchType: 'none' });
  await Promise.all(names.map((name) => queryClient.invalidateQueries({ queryKey: [name] })));
}

export interface RateLimit {
  readonly limit: number;
  readonly remaining: number;
}

let latestLimit: RateLimit | null = null;
/** The rate limit that the latest response reported; null if the service has no limits. */
export const rateLimit = (): RateLimit | null => latestLimit;

/** The query of the person, or on the pages of operators the operator, that is signed in. */
export const ME = ['me'] as const;

let personId: string | null = null;
/** From now on, the service refuses the requests of this page if another person has signed in. The first call decides. */
export function belongTo(id: string): void {
  personId ??= id;
}

async function fetchAndWatch(input: URL, init: RequestInit): Promise<Response> {
  const headers = new Headers(init.headers);
  // The answer names the person that is signed in now.
  const isSignIn = /\/sign-in(\/passkey)?$/.test(input.pathname);
  if (personId !== null && !isSignIn) headers.set('Bandeja-Person', personId);
  const response = await fetch(input, { ...init, headers });
  const limit = /;q=(\d+)/.exec(response.headers.get('ratelimit-policy') ?? '')?.[1];
  const remaining = /;r=(\d+)/.exec(response.headers.get('ratelimit') ?? '')?.[1];
  if (limit !== undefined && remaining !== undefined) latestLimit = { limit: +limit, remaining: +remaining };
  // The sign-in may have ended: the page asks who is signed in.
  if (response.status === 401 && !isSignIn)
    void queryClient.invalidateQueries({ queryKey: ME }, { cancelRefetch: false });
  return response;
}

const options = {
  baseUrl: location.origin,
  language,
  headers: { 'Bandeja-Mode': mode },
  retries: 1,
  timeout: 20_000,
  fetch: fetchAndWatch,
};

const partner = new Bandeja({ ...options, key: null });
export const bandeja = (): Bandeja => partner;

/** A client that holds an invitation. */
export const invitedClient = (token: string): Bandeja => new Bandeja({ ...options, key: token });

/** A client for many requests: it keeps trying for about a minute. @param sentences the language of the service's texts */
export function patientClient(onRetry: () => void, sentences: Language = language): Bandeja {
  const retries = exponentialBackoff({ retries: 9 });
  return new Bandeja({ ...options, key: null, language: sentences, retries, onRetry });
}

const operatorOptions = { ...options, headers: { 'Bandeja-Mode': 'live' } };
const operator = new BandejaOperator({ ...operatorOptions, operatorToken: null });
/** The client of the operators' pages. */
export const service = (): BandejaOperator => operator;

/** A client that holds the token of an operator. */
export const operatorClient = (operatorToken: string): BandejaOperator =>
  new BandejaOperator({ ...operatorOptions, operatorToken });
