import type { Api } from '@bandeja/client';
import { useId, useState } from 'react';
import { fill, texts } from '../../language.ts';
import { QrCode } from '../../parts/QrCode.tsx';

const t = texts({
  code: ['Code of {name}', 'Código de {name}', 'Código de {name}'],
  once: [
    'Shown only once: copy it, or scan the code with a phone. The page it opens can show the code again.',
    'Solo se muestra una vez: cópialo o escanea el código con un móvil. La página que se abre puede volver a mostrarlo.',
    'Só é mostrado uma vez: copie-o ou leia o código com um telemóvel. A página que abre pode voltar a mostrá-lo.',
  ],
  loopback: [
    'Only this computer can open the address. For phones, start the service with HOST=0.0.0.0 and open the console at the address of this computer in your network.',
    'Solo este ordenador puede abrir la dirección. Para los móviles, arranca el servicio con HOST=0.0.0.0 y abre la consola con la dirección de este ordenador en tu red.',
    'Só este computador pode abrir o endereço. Para os telemóveis, arranque o serviço com HOST=0.0.0.0 e abra a consola com o endereço deste computador na sua rede.',
  ],
  address: ['Address', 'Dirección', 'Endereço'],
  copy: ['Copy', 'Copiar', 'Copiar'],
  copied: ['Copied', 'Copiado', 'Copiado'],
  share: ['Share', 'Compartir', 'Partilhar'],
  print: ['Print', 'Imprimir', 'Imprimir'],
  done: ['Done', 'Hecho', 'Concluído'],
});

interface NewLinksProps {
  readonly links: readonly Api.IssuedNightLink[];
  readonly describe: (link: Api.IssuedNightLink) => string;
  readonly onDone: () => void;
}

/** The codes and addresses of new links: the service does not show them again. */
export function NewLinks({ links, describe, onDone }: NewLinksProps) {
  return (
    <div className="new-links">
      <p className="quiet small">{t.once}</p>
      {links.some(({ url }) => isLoopback(url)) && (
        <p className="warn" role="alert">
          {t.loopback}
        </p>
      )}
      <ul>
        {links.map((link) => (
          <NewLink key={link.id} link={link} name={link.label ?? describe(link)} />
        ))}
      </ul>
      <div className="actions">
        <button type="button" onClick={() => window.print()}>
          {t.print}
        </button>
        <button type="button" className="main" onClick={onDone}>
          {t.done}
        </button>
      </div>
    </div>
  );
}

const isLoopback = (url: string): boolean => /^(localhost|127\..*|\[::1\])$/.test(new URL(url).hostname);

function NewLink({ link: { url }, name }: { readonly link: Api.IssuedNightLink; readonly name: string }) {
  const [isCopied, setCopied] = useState(false);
  const fieldId = useId();
  return (
    <li>
      <h3>{name}</h3>
      <QrCode text={url} label={fill(t.code, { name })} />
      <div className="field">
        <label htmlFor={fieldId}>{t.address}</label>
        <div className="address">
          <input id={fieldId} readOnly value={url} onFocus={(event) => event.currentTarget.select()} />
          {/* Without TLS, browsers can neither copy nor share. */}
          {window.isSecureContext && (
            <button type="button" onClick={() => void navigator.clipboard.writeText(url).then(() => setCopied(true))}>
              {isCopied ? t.copied : t.copy}
            </button>
          )}
        </div>
      </div>
      {window.isSecureContext && 'share' in navigator && (
        <button type="button" onClick={() => void navigator.share({ title: name, url }).catch(() => undefined)}>
          {t.share}
        </button>
      )}
    </li>
  );
}
