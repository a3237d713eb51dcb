import { texts } from '../../language.ts';
import { Select } from '../../parts/Field.tsx';

const t = texts('console.players.window_select');

const WINDOWS = ['7d', '30d', '90d'] as const;
export type Window = (typeof WINDOWS)[number];

/** The period in an address; 30 days if it has none. */
export const windowOf = (text: string | undefined): Window => WINDOWS.find((days) => days === text) ?? '30d';

interface WindowSelectProps {
  readonly window: Window;
  readonly onChange: (window: Window) => void;
}

/** The period of the changes in a ranking. */
export function WindowSelect({ window, onChange }: WindowSelectProps) {
  return (
    <Select label={t('window')} value={window} onChange={(event) => onChange(windowOf(event.target.value))}>
      {WINDOWS.map((days) => (
        <option key={days} value={days}>
          {t(days)}
        </option>
      ))}
    </Select>
  );
}
