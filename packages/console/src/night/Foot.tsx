import { changeLanguage, language, languages, texts } from '../language.ts';
import { Select } from '../parts/Field.tsx';
import type { OpenLink } from './link.ts';
import { Insecure } from './Notices.tsx';

const t = texts({
  language: ['Language', 'Idioma', 'Idioma'],
  tv: ['Show on a screen', 'Mostrar en una pantalla', 'Mostrar num ecrã'],
});

export function Foot({ link }: { readonly link: OpenLink }) {
  return (
    <footer className="foot">
      <Insecure />
      <Select label={t.language} value={language} onChange={(event) => changeLanguage(event.target.value)}>
        {Object.entries(languages).map(([code, label]) => (
          <option key={code} value={code}>
            {label}
          </option>
        ))}
      </Select>
      <a href={link.tvUrl}>{t.tv}</a>
    </footer>
  );
}
