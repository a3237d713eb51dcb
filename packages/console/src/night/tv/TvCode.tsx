import { texts } from '../../language.ts';
import { QrCode } from '../../parts/QrCode.tsx';
import type { OpenLink } from '../link.ts';

const t = texts('console.night.tv_code');

/** The code of the link, and what a phone does with it. */
export function TvCode({ link, kind }: { readonly link: OpenLink; readonly kind: 'view' | 'score' | 'closed' }) {
  return (
    <aside className="tv-code">
      <p>{t(kind)}</p>
      <QrCode text={link.url} label={t('code')} />
    </aside>
  );
}
