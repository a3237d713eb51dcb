import { bandeja } from '../api.ts';
import { Picture } from './Picture.tsx';

/** The poster of a session, with a button to share it. */
export function SessionPoster({ sessionRef: ref, label }: { readonly sessionRef: string; readonly label: string }) {
  return (
    <Picture
      label={label}
      fileName={`${ref}-recap`}
      queryKey={['recap.svg', ref]}
      read={(theme, signal) => bandeja().sessions.recapPicture(ref, { theme, signal })}
    />
  );
}
