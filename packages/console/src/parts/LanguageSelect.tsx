import { changeLanguage, language, languages, texts } from '../language.ts';
import { Select } from './Field.tsx';

const t = texts({ language: ['Language', 'Idioma', 'Idioma'] });

/** The language of the page. Another one loads the page again. */
export function LanguageSelect() {
  return (
    <Select label={t.language} value={language} onChange={(event) => changeLanguage(event.target.value)}>
      {Object.entries(languages).map(([code, label]) => (
        <option key={code} value={code}>
          {label}
        </option>
      ))}
    </Select>
  );
}
