import type { Api } from '@bandeja/client';
import { fill, texts } from '../../language.ts';
import { formatMoment } from '../../numbers.ts';

const t = texts({
  open: ['On the television, open', 'En el televisor, abre', 'Na televisão, abra'],
  until: [
    'Until {when}. The page then stays open.',
    'Hasta {when}. Después la página sigue abierta.',
    'Até {when}. Depois a página continua aberta.',
  ],
});

/** An address short enough for a remote control. */
export function ShortCode({ code }: { readonly code: NonNullable<Api.IssuedNightLink['short_code']> }) {
  return (
    <p className="short-code">
      {t.open}
      <strong>
        {code.url.replace(/^https?:\/\//, '').slice(0, -code.code.length)}
        <span>{code.code}</span>
      </strong>
      <small className="quiet">{fill(t.until, { when: formatMoment(code.expires_at) })}</small>
    </p>
  );
}
