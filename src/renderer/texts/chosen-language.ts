/** The language that the user chose for the page. */
import { isLanguage, type Language, languageOf } from '../../shared/domain/language.ts'

const KEY = 'sightline.language'

/** Returns the user's choice; else the browser's language if the page has it; else English, as in a worker without texts. */
export function chosenLanguage(): Language {
  if (typeof window === 'undefined') return 'en'
  const chosen = window.localStorage.getItem(KEY)
  return isLanguage(chosen) ? chosen : languageOf(window.navigator.language)
}

/** Texts are chosen when the page loads, so a change loads it again; edits are kept by the drafts. */
export function changeLanguage(language: Language): void {
  window.localStorage.setItem(KEY, language)
  window.location.reload()
}
