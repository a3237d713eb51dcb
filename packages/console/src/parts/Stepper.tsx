import { useId, useState } from 'react';
import { texts } from '../language.ts';

const t = texts('console.parts.stepper');

interface StepperProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly onChange: (value: number) => void;
}

/** A number that is typed, or changed by taps. */
export function Stepper({ label, value, min, max, onChange }: StepperProps) {
  const id = useId();
  // The text while it is edited: the first digits of a number may be out of range.
  const [typed, setTyped] = useState<string | null>(null);
  const change = (next: number) => {
    setTyped(null);
    if (Number.isInteger(next)) onChange(Math.min(max, Math.max(min, next)));
  };
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <span className="stepper">
        <button
          type="button"
          aria-label={t('less', { label })}
          disabled={value <= min}
          onClick={() => change(value - 1)}
        >
          −
        </button>
        <input
          id={id}
          type="number"
          inputMode="numeric"
          min={min}
          max={max}
          value={typed ?? value}
          onChange={({ target: { value: text, valueAsNumber: next } }) => {
            setTyped(text);
            if (Number.isInteger(next) && next >= min && next <= max) onChange(next);
          }}
          onBlur={(event) => change(event.target.valueAsNumber)}
        />
        <button
          type="button"
          aria-label={t('more', { label })}
          disabled={value >= max}
          onClick={() => change(value + 1)}
        >
          +
        </button>
      </span>
    </div>
  );
}
