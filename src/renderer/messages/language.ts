/** Which languages there are, and which one this page speaks. */

/** Each by its own name, as a person looks for it. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const
export type Language = keyof typeof LANGUAGES

/** Whose customs dates and numbers follow. */
const LOCALES: Record<Language, string> = { en: 'en-GB', de: 'de-DE' }

const KEY = 'sightline.language'

export const isLanguage = (value: string | null | undefined): value is Language =>
  typeof value === 'string' && Object.hasOwn(LANGUAGES, value)

/** The person's choice; else the browser's language where we have it; else English, as in a worker that shows nothing. */
function currentLanguage(): Language {
  if (typeof window === 'undefined') return 'en'
  const chosen = window.localStorage.getItem(KEY)
  if (isLanguage(chosen)) return chosen
  const own = window.navigator.language.slice(0, 2)
  return isLanguage(own) ? own : 'en'
}

/** Texts are chosen when the page loads, so a change loads it again; edits are kept by the drafts. */
export function changeLanguage(language: Language): void {
  window.localStorage.setItem(KEY, language)
  window.location.reload()
}

export const language: Language = currentLanguage()
export const LOCALE: string = LOCALES[language]
