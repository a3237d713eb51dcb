import { texts } from '../../language.ts';
import { QrCode } from '../../parts/QrCode.tsx';
import type { OpenLink } from '../link.ts';

const t = texts({
  code: ['QR code of this night', 'Código QR de esta noche', 'Código QR desta noite'],
  view: ['Follow the night on your phone', 'Sigue la noche en tu móvil', 'Siga a noite no telemóvel'],
  score: ['Enter your score with your phone', 'Anota tu resultado con el móvil', 'Registe o resultado com o telemóvel'],
  closed: ['Take the poster home', 'Llévate el cartel', 'Leve o cartaz consigo'],
});

/** The code of the link, and what a phone does with it. */
export function TvCode({ link, kind }: { readonly link: OpenLink; readonly kind: 'view' | 'score' | 'closed' }) {
  return (
    <aside className="tv-code">
      <p>{t[kind]}</p>
      <QrCode text={link.url} label={t.code} />
    </aside>
  );
}
