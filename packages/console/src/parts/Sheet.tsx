import { type KeyboardEventHandler, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { texts } from '../language.ts';

const t = texts('console.parts.sheet');

interface SheetProps {
  readonly title: string;
  readonly onClose: () => void;
  /** Escape does not close it: what it shows is shown only once. */
  readonly isLocked?: boolean;
  readonly onKeyDown?: KeyboardEventHandler<HTMLDialogElement>;
  readonly children: ReactNode;
}

/** A modal dialog: in the middle of a wide screen, at the bottom of a phone. Escape closes it. */
export function Sheet({ title, onClose, isLocked = false, onKeyDown, children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // A dialog that leaves the page while it is open drops the focus.
  useEffect(() => {
    const opener = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  // A second Escape closes a dialog even if its `cancel` was prevented, so a locked one is opened again.
  const closed = () => (isLocked ? dialog.current?.showModal() : onClose());
  // In the body, so that the sheet has the colours of a page wherever its button is.
  return createPortal(
    <dialog ref={dialog} aria-labelledby={titleId} onClose={closed} onKeyDown={onKeyDown}>
      <h2 id={titleId}>{title}</h2>
      {children}
    </dialog>,
    document.body,
  );
}

/** A secret that is shown once: it must be copied, or confirmed as stored, before the sheet closes. */
export function Secret({
  label,
  value,
  onDone,
}: {
  readonly label: string;
  readonly value: string;
  readonly onDone: () => void;
}) {
  const [isStored, setStored] = useState(false);
  const fieldId = useId();
  return (
    <div className="secret">
      <label htmlFor={fieldId}>{label}</label>
      <textarea id={fieldId} readOnly rows={3} value={value} onFocus={(event) => event.currentTarget.select()} />
      <p className="quiet small">{t('once')}</p>
      <div className="actions">
        <CopyOrConfirm value={value} isStored={isStored} onStored={() => setStored(true)} />
        <button type="button" className="main" disabled={!isStored} onClick={onDone}>
          {t('done')}
        </button>
      </div>
    </div>
  );
}

/** Without TLS, browsers have no clipboard. With it, they may refuse. */
function CopyOrConfirm({
  value,
  isStored,
  onStored,
}: {
  readonly value: string;
  readonly isStored: boolean;
  readonly onStored: () => void;
}) {
  const [canCopy, setCanCopy] = useState(window.isSecureContext);
  if (!canCopy) {
    return (
      <label className="check">
        <input type="checkbox" checked={isStored} onChange={onStored} /> {t('kept')}
      </label>
    );
  }
  return (
    <button
      type="button"
      onClick={() => void navigator.clipboard.writeText(value).then(onStored, () => setCanCopy(false))}
    >
      {isStored ? t('copied') : t('copy')}
    </button>
  );
}
