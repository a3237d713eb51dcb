import { Link } from '@tanstack/react-router';
import { texts } from '../language.ts';
import { Fault } from './Fault.tsx';
import { Empty, Page } from './Page.tsx';

const t = texts('console.parts.not_found');

export function NotFound() {
  return (
    <Page title={t('title')}>
      <Empty title={t('no_page')}>
        <Link to="/">{t('home')}</Link>
      </Empty>
    </Page>
  );
}

export function PageFault({ error }: { readonly error: unknown }) {
  return (
    <Page title={t('fault')}>
      <Fault error={error} onRetry={() => location.reload()} />
    </Page>
  );
}
