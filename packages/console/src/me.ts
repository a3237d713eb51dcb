/** Who is signed in. */
import { type Api, BandejaError } from '@bandeja/client';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { bandeja, belongTo, isForOperators, ME, mode, queryClient, service } from './api.ts';
import { isOffline } from './parts/Fault.tsx';
import { isSuspended } from './problems.ts';
import { Device } from './results/device.ts';

/** What this browser keeps: scores that were not sent, and what the console shows without a network. */
export const device = new Device();

const KEPT = 'me';
export const ownerOf = ({ person }: Pick<Api.OwnSignIn, 'person'>): string => `person:${person.id}`;

async function readMe(signal: AbortSignal): Promise<Api.OwnSignIn> {
  try {
    const me = await bandeja().signIns.get({ signal });
    belongTo(me.person.id);
    await device.keep(KEPT, me);
    return me;
  } catch (error) {
    if (isSignedOut(error)) await forgetMe();
    throw error;
  }
}

export const meQuery = queryOptions({
  queryKey: ME,
  queryFn: ({ signal }) => readMe(signal),
  staleTime: 60_000,
  refetchOnWindowFocus: 'always',
});

/** The operator that is signed in. */
export const operatorQuery = queryOptions({
  queryKey: ME,
  queryFn: ({ signal }) => service().signIns.get({ signal }),
  staleTime: 60_000,
});

/** Shows the person of the last visit until the service answers, which it may not without a network. */
export async function showKeptMe(): Promise<void> {
  const kept = await device.read(KEPT);
  if (kept === undefined) return;
  const me = kept.value as Api.OwnSignIn;
  belongTo(me.person.id);
  queryClient.setQueryData(ME, me, { updatedAt: 0 });
}

/** Keeps what is read. If the service does not answer at the start, or the club is suspended, shows what was kept. @param shown the kept value as the query has it */
export async function readOrShowKept<T>(
  queryKey: readonly unknown[],
  read: () => Promise<T>,
  shown: (kept: T) => unknown = (kept) => kept,
): Promise<T> {
  const key = `${mode} ${ownerOf(signedIn())} ${JSON.stringify(queryKey)}`;
  try {
    const value = await read();
    void device.keep(key, value);
    return value;
  } catch (error) {
    const showsKept = isOffline(error) || isSuspended(error);
    if (showsKept && queryClient.getQueryData(queryKey) === undefined) {
      const kept = await device.read(key);
      if (kept !== undefined) queryClient.setQueryData(queryKey, shown(kept.value as T), { updatedAt: kept.readAt });
    }
    throw error;
  }
}

/** The person that is signed in; undefined on the pages of operators. */
export function useMe(): Api.OwnSignIn | undefined {
  const { data } = useQuery({ ...meQuery, enabled: false });
  return isForOperators ? undefined : data;
}

/** @throws on a page that needs no sign-in */
export function signedIn(): Api.OwnSignIn {
  const me = queryClient.getQueryData<Api.OwnSignIn>(ME);
  if (me === undefined) throw new Error('nobody is signed in');
  return me;
}

/** Calls it when the service has shown that this person is signed in. */
export function onSignIn(owner: string, listener: () => void): void {
  queryClient.getQueryCache().subscribe((event) => {
    if (event.query.queryKey[0] !== ME[0] || event.type !== 'updated' || event.action.type !== 'success') return;
    if (ownerOf(event.action.data) === owner) listener();
  });
}

export const isSignedOut = (error: unknown): boolean => error instanceof BandejaError && error.status === 401;

/** Forgets what the console shows without a network. Scores that were not sent stay. */
export async function forgetMe(): Promise<void> {
  const me = queryClient.getQueryData<Api.OwnSignIn>(ME);
  await device.forget((key) => key === KEPT || (me !== undefined && key.includes(ownerOf(me))));
}

/** Other tabs of this browser hear of a sign-in and of a sign-out. */
const channel = new BroadcastChannel('bandeja.sign-in');
channel.onmessage = () => void queryClient.invalidateQueries({ queryKey: ME });

export const tellOtherTabs = (): void => channel.postMessage('changed');

/** Loads the console again, so that nothing that another person has read stays in memory. */
export function changePerson(): void {
  tellOtherTabs();
  location.replace('/console');
}

const SYSTEMS = {
  iPhone: /iPhone/,
  iPad: /iPad/,
  Android: /Android/,
  Windows: /Windows/,
  Mac: /Mac OS/,
  Linux: /Linux/,
};
const BROWSERS = {
  Edge: /Edg/,
  Opera: /OPR\//,
  'Samsung Internet': /SamsungBrowser/,
  Firefox: /Firefox|FxiOS/,
  Chrome: /Chrome|CriOS/,
  Safari: /Safari/,
};

/** “iPhone · Safari”: what people know this browser by. */
export function deviceName(agent: string = navigator.userAgent): string | undefined {
  const names = [SYSTEMS, BROWSERS].flatMap(
    (kinds) => Object.entries(kinds).find(([, mark]) => mark.test(agent))?.[0] ?? [],
  );
  return names.join(' · ') || undefined;
}
