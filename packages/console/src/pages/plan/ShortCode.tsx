import type { Api } from '@bandeja/client';
import { texts } from '../../language.ts';
import { formatMoment } from '../../numbers.ts';

const t = texts('console.plan.short_code');

/** An address short enough for a remote control. */
export function ShortCode({ code }: { readonly code: NonNullable<Api.IssuedNightLink['short_code']> }) {
  return (
    <p className="short-code">
      {t('open')}
      <strong>
        {code.url.replace(/^https?:\/\//, '').slice(0, -code.code.length)}
        <span>{code.code}</span>
      </strong>
      <small className="quiet">{t('until', { when: formatMoment(code.expires_at) })}</small>
    </p>
  );
}
