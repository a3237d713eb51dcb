import { type ComponentProps, type ReactNode, useId } from 'react';

interface LabelProps {
  readonly label: string;
  readonly hint?: string;
}

/** A labelled input. */
export function Field({ label, hint, ...input }: LabelProps & ComponentProps<'input'>) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input id={id} aria-describedby={hint === undefined ? undefined : `${id}-hint`} {...input} />
      {hint !== undefined && (
        <small id={`${id}-hint`} className="quiet">
          {hint}
        </small>
      )}
    </div>
  );
}

/** A labelled list of choices. */
export function Select({
  label,
  children,
  ...select
}: Pick<LabelProps, 'label'> & ComponentProps<'select'> & { readonly children: ReactNode }) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} {...select}>
        {children}
      </select>
    </div>
  );
}

export function Check({ label, ...input }: LabelProps & ComponentProps<'input'>) {
  return (
    <label className="check">
      <input type="checkbox" {...input} /> {label}
    </label>
  );
}

/** A text field of a form, without white space around it; undefined if it is empty. */
export function textOf(values: FormData, name: string): string | undefined {
  const value = values.get(name);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}
