import { type ReactNode, useState } from 'react';

interface UnfoldProps {
  readonly summary: ReactNode;
  readonly className?: string;
  /** Whether it is open at first. */
  readonly isOpen?: boolean;
  readonly children: ReactNode;
}

/** A part of a page that unfolds. Its content is drawn only then: a long night has hundreds of courts. */
export function Unfold({ summary, className, isOpen = false, children }: UnfoldProps) {
  const [isShown, setShown] = useState(isOpen);
  return (
    <details className={className} open={isShown} onToggle={(event) => setShown(event.currentTarget.open)}>
      <summary>{summary}</summary>
      {isShown && children}
    </details>
  );
}
