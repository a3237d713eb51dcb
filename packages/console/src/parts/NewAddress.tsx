import { type ReactNode, useId, useState } from 'react';
import { texts } from '../language.ts';
import { QrCode } from './QrCode.tsx';

const t = texts('console.parts.new_address');

/** The code of an address, and the address to copy or share. */
export function NewAddress({ url, name }: { readonly url: string; readonly name: string }) {
  const [isCopied, setCopied] = useState(false);
  const fieldId = useId();
  return (
    <>
      <QrCode text={url} label={t('code', { name })} />
      <div className="field">
        <label htmlFor={fieldId}>{t('address')}</label>
        <div className="address">
          <input id={fieldId} readOnly value={url} onFocus={(event) => event.currentTarget.select()} />
          {/* Without TLS, browsers can neither copy nor share. */}
          {window.isSecureContext && (
            <button type="button" onClick={() => void navigator.clipboard.writeText(url).then(() => setCopied(true))}>
              {isCopied ? t('copied') : t('copy')}
            </button>
          )}
        </div>
      </div>
      {window.isSecureContext && 'share' in navigator && (
        <button type="button" onClick={() => void navigator.share({ title: name, url }).catch(() => undefined)}>
          {t('share')}
        </button>
      )}
    </>
  );
}

interface NewAddressesProps {
  readonly note: string;
  readonly addresses: readonly { readonly name: string; readonly url: string }[];
  readonly onDone: () => void;
  /** Further buttons. */
  readonly children?: ReactNode;
}

/** Addresses that the service does not show again. */
export function NewAddresses({ note, addresses, onDone, children }: NewAddressesProps) {
  return (
    <div className="new-links">
      <p>{note}</p>
      <LoopbackWarning urls={addresses.map(({ url }) => url)} />
      <ul>
        {addresses.map(({ name, url }) => (
          <li key={url}>
            <h3>{name}</h3>
            <NewAddress url={url} name={name} />
          </li>
        ))}
      </ul>
      <div className="actions">
        {children}
        <button type="button" className="main" onClick={onDone}>
          {t('done')}
        </button>
      </div>
    </div>
  );
}

/** A warning if phones cannot open one of the addresses. */
export function LoopbackWarning({ urls }: { readonly urls: readonly string[] }) {
  const isLoopback = (url: string): boolean => /^(localhost|127\..*|\[::1\])$/.test(new URL(url).hostname);
  if (!urls.some(isLoopback)) return null;
  return (
    <p className="warn" role="alert">
      {t('loopback')}
    </p>
  );
}
