import { ImportFault, type Row } from '@bandeja/importer';
import { Link } from '@tanstack/react-router';
import { clubZone } from '../../club.ts';
import { texts } from '../../language.ts';
import { Select } from '../../parts/Field.tsx';
import { needs, useMay } from '../../rights.ts';

const t = texts('console.import.zone');
const menu = texts('console.shell.account');

const zones = Intl.supportedValuesOf('timeZone');

interface ZoneFieldProps {
  readonly zone: string;
  /** Read in this zone. */
  readonly rows: readonly Row[] | ImportFault;
  readonly onChange: (zone: string) => void;
}

/** The zone of the file's times. The console shows all times in the club's zone, so another one may be a mistake. */
export function ZoneField({ zone, rows, onChange }: ZoneFieldProps) {
  const club = clubZone();
  const isManager = useMay(needs.managePeople);
  const example = rows instanceof ImportFault ? null : timeApart(rows, zone, club);
  return (
    <>
      <Select label={t('zone')} value={zone} onChange={(event) => onChange(event.target.value)}>
        {[...new Set([zone, club].filter((one) => !zones.includes(one))), ...zones].map((one) => (
          <option key={one}>{one}</option>
        ))}
      </Select>
      {example !== null && (
        <p className="warn" role="status">
          {t('differs', { ...example, zone, club, is_utc: club === 'UTC' ? 'yes' : 'other' })}{' '}
          {club === 'UTC' && isManager && (
            <Link to="/club" target="_blank">
              {menu('settings')}
            </Link>
          )}
        </p>
      )}
    </>
  );
}

const ROWS_LOOKED_AT = 1000;

const clockIn = (timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone });

/** The first time of the file that is another one at the club; null if there is none. */
function timeApart(
  rows: readonly Row[],
  zone: string,
  club: string,
): { readonly line: number; readonly time: string; readonly other: string } | null {
  if (zone === '' || zone === club) return null;
  const [here, there] = [clockIn(zone), clockIn(club)];
  for (const { line, match } of rows.slice(0, ROWS_LOOKED_AT)) {
    const at = new Date(match.played_at ?? Number.NaN);
    if (Number.isNaN(at.getTime())) continue;
    const [time, other] = [here.format(at), there.format(at)];
    if (time !== other) return { line, time, other };
  }
  return null;
}
