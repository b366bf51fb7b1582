/** The language of this page. Evaluated with its texts, or after these could not be loaded. */
import type { Language } from '../../shared/domain/language.ts'
import { chosenLanguage } from './chosen-language.ts'
import { ownTextsFailed } from './own-texts.ts'

/** The conventions for dates and numbers. */
const LOCALES: Record<Language, string> = { en: 'en-GB', de: 'de-DE' }

export const language: Language = ownTextsFailed() ? 'en' : chosenLanguage()
export const LOCALE: string = LOCALES[language]
