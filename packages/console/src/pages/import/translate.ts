import { translator } from '@bandeja/importer/translate';
import { language } from '../../language.ts';

/** Sentences of the reader in the language of the console. */
export const translate = translator(language);
