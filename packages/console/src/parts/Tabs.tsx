import { Link, type LinkProps } from '@tanstack/react-router';

interface Tab {
  readonly label: string;
  readonly link: LinkProps;
  readonly isActive: boolean;
}

/** Links to the parts of a page. */
export function Tabs({ label, tabs }: { readonly label: string; readonly tabs: readonly Tab[] }) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <Link
          key={tab.label}
          {...tab.link}
          activeOptions={{ exact: true, includeSearch: true }}
          {...(tab.isActive && { className: 'active', 'aria-current': 'page' })}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}
