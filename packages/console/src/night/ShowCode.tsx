import { useState } from 'react';
import { texts } from '../language.ts';
import { QrCode } from '../parts/QrCode.tsx';
import { Sheet } from '../parts/Sheet.tsx';
import type { OpenLink } from './link.ts';
import { shared } from './words.ts';

const t = texts('console.night.show_code');

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
        {t('show')}
      </button>
      {isOpen && (
        <Sheet title={t('code')} onClose={() => setOpen(false)}>
          <p>{t(role)}</p>
          <QrCode text={link.url} label={t('code')} />
          <div className="actions">
            <a className="button" href={link.tvUrl}>
              {shared('tv')}
            </a>
            <button type="button" className="main" onClick={() => setOpen(false)}>
              {t('close')}
            </button>
          </div>
        </Sheet>
      )}
    </>
  );
}
