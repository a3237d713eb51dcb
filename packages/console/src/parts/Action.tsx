import { useMutation } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { refresh } from '../api.ts';
import { texts } from '../language.ts';
import { Fault } from './Fault.tsx';
import { Sheet } from './Sheet.tsx';

const t = texts('console.parts.action');

interface ActionProps extends Pick<ComponentProps<'button'>, 'className' | 'onClick'> {
  readonly children: ReactNode;
  /** Why the person may not do it. The button is then disabled. */
  readonly forbidden?: string | null;
  readonly disabled?: boolean;
}

/** A button that stays visible if it is forbidden, with the reason. */
export function Action({ children, forbidden = null, disabled = false, ...button }: ActionProps) {
  const reasonId = useId();
  if (forbidden === null) {
    return (
      <button type="button" disabled={disabled} {...button}>
        {children}
      </button>
    );
  }
  return (
    <span className="forbidden-action">
      <button type="button" className={button.className} disabled aria-describedby={reasonId}>
        {children}
      </button>
      <small id={reasonId}>{forbidden}</small>
    </span>
  );
}

interface FormProps<T> {
  readonly submit: string;
  readonly onSubmit: (values: FormData) => Promise<T>;
  readonly onDone?: (result: T) => void;
  readonly onCancel?: () => void;
  /** Default: Cancel. */
  readonly cancel?: string;
  readonly isDangerous?: boolean;
  readonly isQuiet?: boolean;
  /** Why the person may not send it. The fields are then disabled, too. */
  readonly forbidden?: string | null;
  /** The queries of the page that it changes, by name. */
  readonly changes: readonly string[];
  /** False while a choice is missing that is not a field. */
  readonly isReady?: boolean;
  readonly children?: ReactNode;
}

/** A form that sends its fields once, shows the fault, and makes the page read what has changed. */
export function Form<T>({
  submit,
  onSubmit,
  onDone,
  onCancel,
  cancel = t('cancel'),
  isDangerous = false,
  isQuiet = false,
  forbidden = null,
  changes,
  isReady = true,
  children,
}: FormProps<T>) {
  const sending = useMutation({
    mutationFn: onSubmit,
    onSuccess: async (result) => {
      onDone?.(result);
      await refresh(...changes);
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!sending.isPending) sending.mutate(new FormData(event.currentTarget));
      }}
    >
      {forbidden === null ? (
        children
      ) : (
        <fieldset className="flat" disabled>
          {children}
        </fieldset>
      )}
      {sending.error !== null && <Fault error={sending.error} />}
      <div className="actions">
        {onCancel !== undefined && (
          <button type="button" onClick={onCancel}>
            {cancel}
          </button>
        )}
        <button
          type="submit"
          className={isDangerous ? 'danger' : isQuiet ? undefined : 'main'}
          disabled={!isReady || sending.isPending || forbidden !== null}
        >
          {submit}
        </button>
      </div>
      {forbidden !== null && <small className="quiet">{forbidden}</small>}
    </form>
  );
}

interface FormActionProps<T> extends Omit<FormProps<T>, 'onCancel' | 'submit'> {
  /** The title of the sheet. */
  readonly title: string;
  /** The button of the form. Default: the title. */
  readonly submit?: string;
  /** The button. Default: the title. */
  readonly button?: string;
  readonly className?: string;
  /** Shown instead of the form once it is done. Null, or by default: the sheet closes. @param again shows the form again */
  readonly result?: (result: T, close: () => void, again: () => void) => ReactNode;
  readonly onClose?: () => void;
}

/** A button that opens a form in a sheet. */
export function FormAction<T>({
  title,
  submit = title,
  button = title,
  className,
  forbidden = null,
  result,
  onDone,
  onClose,
  ...form
}: FormActionProps<T>) {
  const [isOpen, setOpen] = useState(false);
  const [done, setDone] = useState<{ readonly value: T } | null>(null);
  const again = () => setDone(null);
  const close = () => {
    setOpen(false);
    again();
    onClose?.();
  };
  return (
    <>
      <Action forbidden={forbidden} onClick={() => setOpen(true)} {...(className === undefined ? {} : { className })}>
        {button}
      </Action>
      {isOpen && (
        <Sheet title={title} onClose={close} isLocked={done !== null}>
          {done !== null && result !== undefined ? (
            result(done.value, close, again)
          ) : (
            <Form
              {...form}
              submit={submit}
              onCancel={close}
              onDone={(value) => {
                onDone?.(value);
                if ((result?.(value, close, again) ?? null) === null) close();
                else setDone({ value });
              }}
            />
          )}
        </Sheet>
      )}
    </>
  );
}
