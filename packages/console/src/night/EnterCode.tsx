/** The page without a link: a television has no camera, so it takes the six characters of a short code. */
import { Bandeja, BandejaError } from '@bandeja/client';
import { type SubmitEvent, useCallback, useEffect, useState } from 'react';
import { language, texts } from '../language.ts';
import { LanguageSelect } from '../parts/LanguageSelect.tsx';
import { Page } from '../parts/Page.tsx';
import { explain } from '../problems.ts';
import { shared } from './words.ts';

const t = texts('console.night.enter_code');

const LENGTH = 6;
/** Screens on a wall are at least as wide; a phone shows the page for phones. */
const isScreen = (): boolean => matchMedia('(min-width: 60rem)').matches;

/** The code in the address `/n/K7Q2MP`; null without one. */
export const codeInAddress = (): string | null => /^\/n\/([^/]+)$/.exec(location.pathname)?.[1] ?? null;

const client = new Bandeja({ baseUrl: location.origin, key: null, language, retries: 0, timeout: 10_000 });

function reasonOf(error: unknown, code: string): string {
  if (!(error instanceof BandejaError)) return explain(error);
  if (error.code === 'short_code_not_found') return t('unknown', { code: code.toUpperCase() });
  return error.code === 'rate_limited' ? t('busy') : explain(error);
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
      <Page title={shared('night')}>
        <form className="code-entry" onSubmit={submit}>
          <label htmlFor="code">{t('code')}</label>
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
            {t('open')}
          </button>
          <p id="code-hint" className="quiet">
            {t('hint')}
          </p>
          <p role="alert">{problem}</p>
        </form>
        <p className="quiet">{t('scan')}</p>
        <footer className="foot">
          <LanguageSelect />
        </footer>
      </Page>
    </main>
  );
}
