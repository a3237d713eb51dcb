/** The page without a link: a television has no camera, so it takes the six characters of a short code. */
import { Bandeja, BandejaError } from '@bandeja/client';
import { type SubmitEvent, useCallback, useEffect, useState } from 'react';
import { fill, language, texts } from '../language.ts';
import { LanguageSelect } from '../parts/LanguageSelect.tsx';
import { Page } from '../parts/Page.tsx';
import { explain } from '../problems.ts';
import { shared } from './words.ts';

const t = texts({
  code: ['Code of the night', 'Código de la noche', 'Código da noite'],
  hint: [
    'The organizer finds it under “Links”. It lasts 15 minutes.',
    'Quien organiza la noche lo encuentra en «Enlaces». Dura 15 minutos.',
    'Quem organiza a noite encontra-o em «Links». Dura 15 minutos.',
  ],
  open: ['Open', 'Abrir', 'Abrir'],
  scan: [
    'With a phone, scan the QR code at the court, or open the whole link.',
    'Con un móvil, escanea el código QR de la pista o abre el enlace completo.',
    'Com um telemóvel, leia o código QR do campo ou abra o link completo.',
  ],
  unknown: [
    'No night has the code {code}. It may have ended: ask for a new one.',
    'Ninguna noche tiene el código {code}. Puede haber caducado: pide otro.',
    'Nenhuma noite tem o código {code}. Pode ter expirado: peça outro.',
  ],
  busy: [
    'Too many codes were tried. Try again in a minute.',
    'Se han probado demasiados códigos. Prueba en un minuto.',
    'Foram tentados demasiados códigos. Tente daqui a um minuto.',
  ],
});

const LENGTH = 6;
/** Screens on a wall are at least as wide; a phone shows the page for phones. */
const isScreen = (): boolean => matchMedia('(min-width: 60rem)').matches;

/** The code in the address `/n/K7Q2MP`; null without one. */
export const codeInAddress = (): string | null => /^\/n\/([^/]+)$/.exec(location.pathname)?.[1] ?? null;

const client = new Bandeja({ baseUrl: location.origin, key: null, language, retries: 0, timeout: 10_000 });

function reasonOf(error: unknown, code: string): string {
  if (!(error instanceof BandejaError)) return explain(error);
  if (error.code === 'short_code_not_found') return fill(t.unknown, { code: code.toUpperCase() });
  return error.code === 'rate_limited' ? t.busy : explain(error);
}

export function EnterCode({ code }: { readonly code: string | null }) {
  const [problem, setProblem] = useState('');
  const [isOpening, setOpening] = useState(code !== null);
  const open = useCallback(async (entered: string) => {
    setOpening(true);
    setProblem('');
    try {
      const { token } = await client.service.shortCode(entered);
      location.replace(`/console/night${isScreen() ? '?tv' : ''}#${token}`);
    } catch (error) {
      setProblem(reasonOf(error, entered));
    } finally {
      setOpening(false);
    }
  }, []);
  useEffect(() => {
    if (code !== null) void open(code);
  }, [code, open]);
  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    void open(String(new FormData(event.currentTarget).get('code')).trim());
  }
  return (
    <main className="night-page">
      <Page title={shared.night}>
        <form className="code-entry" onSubmit={submit}>
          <label htmlFor="code">{t.code}</label>
          <input
            id="code"
            name="code"
            defaultValue={code ?? ''}
            required
            minLength={LENGTH}
            maxLength={LENGTH}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            aria-describedby="code-hint"
          />
          <button type="submit" className="main" disabled={isOpening}>
            {t.open}
          </button>
          <p id="code-hint" className="quiet">
            {t.hint}
          </p>
          <p role="alert">{problem}</p>
        </form>
        <p className="quiet">{t.scan}</p>
        <footer className="foot">
          <LanguageSelect />
        </footer>
      </Page>
    </main>
  );
}
