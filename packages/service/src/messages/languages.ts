/** The languages of the texts for players and coaches. */
export const languages = ['en', 'es', 'pt'] as const;
export type Language = (typeof languages)[number];
export const DEFAULT_LANGUAGE: Language = 'en';

/** The locale of a language’s numbers, plurals and dates. Portuguese is European: in Brazilian Portuguese, 0 is singular. */
export const locales: Readonly<Record<Language, string>> = { en: 'en-GB', es: 'es-ES', pt: 'pt-PT' };
