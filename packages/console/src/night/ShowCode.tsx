import { useState } from 'react';
import { texts } from '../language.ts';
import { QrCode } from '../parts/QrCode.tsx';
import { Sheet } from '../parts/Sheet.tsx';
import type { OpenLink } from './link.ts';
import { shared } from './words.ts';

const t = texts({
  show: ['QR code', 'Código QR', 'Código QR'],
  code: ['QR code of this page', 'Código QR de esta página', 'Código QR desta página'],
  score: [
    'People who scan it can follow the night and enter scores.',
    'Quien lo escanee puede seguir la noche y anotar resultados.',
    'Quem o ler pode seguir a noite e registar resultados.',
  ],
  view: [
    'People who scan it can follow the night.',
    'Quien lo escanee puede seguir la noche.',
    'Quem o ler pode seguir a noite.',
  ],
  close: ['Close', 'Cerrar', 'Fechar'],
});

interface ShowCodeProps {
  readonly link: OpenLink;
  readonly role: 'view' | 'score';
}

/** The code of this page's address, which is stored nowhere else. */
export function ShowCode({ link, role }: ShowCodeProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        {t.show}
      </button>
      {isOpen && (
        <Sheet title={t.code} onClose={() => setOpen(false)}>
          <p>{t[role]}</p>
          <QrCode text={link.url} label={t.code} />
          <div className="actions">
            <a className="button" href={link.tvUrl}>
              {shared.tv}
            </a>
            <button type="button" className="main" onClick={() => setOpen(false)}>
              {t.close}
            </button>
          </div>
        </Sheet>
      )}
    </>
  );
}
