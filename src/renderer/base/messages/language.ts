/** Which language this page speaks. */
import { isLanguage, type Language, languageOf } from '../../../shared/domain/language.ts'

/** Whose customs dates and numbers follow. */
const LOCALES: Record<Language, string> = { en: 'en-GB', de: 'de-DE' }

const KEY = 'sightline.language'

/** The person's choice; else the browser's language where we have it; else English, as in a worker that shows nothing. */
function currentLanguage(): Language {
  if (typeof window === 'undefined') return 'en'
  const chosen = window.localStorage.getItem(KEY)
  return isLanguage(chosen) ? chosen : languageOf(window.navigator.language)
}

/** Texts are chosen when the page loads, so a change loads it again; edits are kept by the drafts. */
export function changeLanguage(language: Language): void {
  window.localStorage.setItem(KEY, language)
  window.location.reload()
}

export const language: Language = currentLanguage()
export const LOCALE: string = LOCALES[language]
