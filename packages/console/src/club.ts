/** The club of the person that is signed in. */
import { queryOptions } from '@tanstack/react-query';
import { bandeja, queryClient } from './api.ts';
import { setTimeZone } from './numbers.ts';

const STORED = 'bandeja.time-zone';

const stored = localStorage.getItem(STORED);
if (stored !== null) setTimeZone(stored);

/** The time zone of the days that are shown. */
export const clubZone = (): string => localStorage.getItem(STORED) ?? Intl.DateTimeFormat().resolvedOptions().timeZone;

export const clubQuery = queryOptions({
  queryKey: ['club'],
  queryFn: ({ signal }) => bandeja().service.partner({ signal }),
  staleTime: 60_000,
});

/** Only the first page in this browser waits for the zone. Without a network, days are those of the browser. */
export async function loadClub(): Promise<void> {
  const loading = queryClient.ensureQueryData(clubQuery).then(
    ({ time_zone: zone }) => keepZone(zone),
    () => undefined,
  );
  if (stored === null) await loading;
}

/** The page that calls it shows no days. */
export function chooseZone(zone: string): void {
  localStorage.setItem(STORED, zone);
  setTimeZone(zone);
}

/** The zone that is shown is fixed until the page is loaded again. */
export function keepZone(zone: string): void {
  if (zone === clubZone() && stored !== null) return;
  localStorage.setItem(STORED, zone);
  if (stored === null) setTimeZone(zone);
  else location.reload();
}
