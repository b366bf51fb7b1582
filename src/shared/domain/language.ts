/** The languages of the Studio. */

/** Each by its own name, in which a person looks for it. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const
export type Language = keyof typeof LANGUAGES

export const isLanguage = (value: string | null | undefined): value is Language =>
  typeof value === 'string' && Object.hasOwn(LANGUAGES, value)

/** The language of a locale such as `de-AT` when it is supported; otherwise English. */
export function languageOf(locale: string): Language {
  const language = locale.slice(0, 2)
  return isLanguage(language) ? language : 'en'
}
