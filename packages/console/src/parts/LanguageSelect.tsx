import { changeLanguage, language, languageNames, texts } from '../language.ts';
import { Select } from './Field.tsx';

const t = texts('console.parts.language_select');

/** The language of the page. Another one loads the page again. */
export function LanguageSelect() {
  return (
    <Select label={t('language')} value={language} onChange={(event) => changeLanguage(event.target.value)}>
      {languageNames.map(([code, label]) => (
        <option key={code} value={code}>
          {label}
        </option>
      ))}
    </Select>
  );
}
