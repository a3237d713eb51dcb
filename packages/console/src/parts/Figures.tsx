import type { ReactNode } from 'react';

interface FiguresProps {
  readonly figures: readonly (readonly [label: string, value: ReactNode])[];
  /** Whether they are part of a text, without tiles. */
  readonly isPlain?: boolean;
}

export function Figures({ figures, isPlain = false }: FiguresProps) {
  return (
    <dl className={isPlain ? 'figures plain' : 'figures'}>
      {figures.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface FactsProps {
  /** Those without a value are left out. */
  readonly facts: readonly (readonly [label: string, value: ReactNode])[];
}

export const Facts = ({ facts }: FactsProps) => (
  <dl className="facts">
    {facts.map(([label, value]) =>
      value == null ? null : (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ),
    )}
  </dl>
);

/** How much was found or done. */
export const Counts = ({ counts }: { readonly counts: FiguresProps['figures'] }) => (
  <Figures figures={counts} isPlain />
);

interface ProgressProps {
  readonly label: string;
  readonly done: number;
  readonly total: number;
  /** Both numbers in words. */
  readonly text: string;
}

export function Progress({ label, done, total, text }: ProgressProps) {
  return (
    <div className="stack-small">
      <progress aria-label={label} value={done} max={Math.max(1, total)} />
      <p className="quiet small" role="status">
        {text}
      </p>
    </div>
  );
}
