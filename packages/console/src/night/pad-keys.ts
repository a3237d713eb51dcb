/** The keyboard in a score pad: digits find the button of that value, arrows the next one. Enter presses it. */
import { type KeyboardEvent, useRef } from 'react';

/** The next button in the direction of an arrow. */
function nextButton(buttons: readonly HTMLButtonElement[], from: HTMLButtonElement, arrow: string) {
  if (arrow === 'ArrowRight') return buttons[buttons.indexOf(from) + 1];
  if (arrow === 'ArrowLeft') return buttons[buttons.indexOf(from) - 1];
  const { top, left } = from.getBoundingClientRect();
  const rows = buttons
    .map((button) => ({ button, box: button.getBoundingClientRect() }))
    .filter(({ box }) => (arrow === 'ArrowDown' ? box.top > top : box.top < top))
    .toSorted((a, b) => Math.abs(a.box.top - top) - Math.abs(b.box.top - top));
  const nearest = rows.filter(({ box }) => box.top === rows[0]?.box.top);
  return nearest.toSorted((a, b) => Math.abs(a.box.left - left) - Math.abs(b.box.left - left))[0]?.button;
}

/** @returns the handler of the element around the buttons. Sets are found by their games: “64” is 6–4. */
export function usePadKeys(): (event: KeyboardEvent<HTMLElement>) => void {
  const typed = useRef('');
  return (event) => {
    const { key, target, currentTarget } = event;
    const before = typed.current;
    typed.current = '';
    if (!(target instanceof HTMLButtonElement)) return;
    const buttons = [...currentTarget.querySelectorAll<HTMLButtonElement>('fieldset button')];
    const find = (digits: string) =>
      buttons.find((button) => button.value === digits) ?? buttons.find((button) => button.value.startsWith(digits));
    if (/^\d$/.test(key)) {
      typed.current = find(before + key) === undefined ? key : before + key;
      find(typed.current)?.focus();
    } else if (/^Arrow(Up|Down|Left|Right)$/.test(key)) {
      nextButton(buttons, target, key)?.focus();
      event.preventDefault();
    }
  };
}
