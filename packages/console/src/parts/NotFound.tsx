import { Link } from '@tanstack/react-router';
import { texts } from '../language.ts';
import { Fault } from './Fault.tsx';
import { Empty, Page } from './Page.tsx';

const t = texts({
  title: ['Not found', 'No encontrado', 'Não encontrado'],
  noPage: [
    'No page has this address',
    'No hay ninguna página en esta dirección',
    'Não há nenhuma página neste endereço',
  ],
  home: ['To the start', 'Al inicio', 'Para o início'],
  fault: ['Something went wrong', 'Algo ha fallado', 'Algo correu mal'],
});

export function NotFound() {
  return (
    <Page title={t.title}>
      <Empty title={t.noPage}>
        <Link to="/">{t.home}</Link>
      </Empty>
    </Page>
  );
}

export function PageFault({ error }: { readonly error: unknown }) {
  return (
    <Page title={t.fault}>
      <Fault error={error} onRetry={() => location.reload()} />
    </Page>
  );
}
