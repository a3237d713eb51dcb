/** How much was found or done. */

type Count = readonly [label: string, count: number];

export function Counts({ counts }: { readonly counts: readonly Count[] }) {
  return (
    <dl className="figures plain">
      {counts.map(([label, count]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{count}</dd>
        </div>
      ))}
    </dl>
  );
}

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
