/** The languages that the service speaks to players and coaches; the first one is spoken to who asks for none of them. */
export const languages = ['en', 'es', 'pt'] as const;
export type Language = (typeof languages)[number];
export const DEFAULT_LANGUAGE: Language = 'en';

/** Whose numbers, plurals and dates a language uses. Portuguese is that of Portugal: in that of Brazil 0 is singular. */
export const locales: Readonly<Record<Language, string>> = { en: 'en-GB', es: 'es-ES', pt: 'pt-PT' };
