import { type ReactNode, useEffect, useRef } from 'react';

interface PageProps {
  readonly title: string;
  readonly subtitle?: ReactNode;
  /** Buttons beside the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

let focusedPath = location.pathname;

/** The frame of every page: a band with the title, then the content. Opening a page by a link focuses its title, so that readers read it. */
export function Page({ title, subtitle, actions, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Bandeja`;
    if (focusedPath === location.pathname) return;
    focusedPath = location.pathname;
    heading.current?.focus({ preventScroll: true });
  }, [title]);
  return (
    <>
      <header className="band">
        <div>
          <div className="titles">
            <h1 ref={heading} tabIndex={-1}>
              {title}
            </h1>
            {subtitle !== undefined && <p>{subtitle}</p>}
          </div>
          {actions !== undefined && <div className="actions">{actions}</div>}
        </div>
      </header>
      <div className="content">{children}</div>
    </>
  );
}

interface EmptyProps {
  readonly title: string;
  readonly hint?: string;
  readonly children?: ReactNode;
}

/** Nothing to show yet, and what to do first. */
export function Empty({ title, hint, children }: EmptyProps) {
  return (
    <div className="state empty">
      <h2>{title}</h2>
      {hint !== undefined && <p>{hint}</p>}
      {children}
    </div>
  );
}

interface TileProps {
  readonly title: string;
  readonly note?: ReactNode;
  readonly children: ReactNode;
}

export function Tile({ title, note, children }: TileProps) {
  return (
    <section className="tile">
      <header>
        <h2>{title}</h2>
        {note !== undefined && <div className="quiet small">{note}</div>}
      </header>
      {children}
    </section>
  );
}
