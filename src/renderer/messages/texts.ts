/** Every text that the page shows, in the page's language: `texts.<room>.<name>`. */
import { de } from './de/index.ts'
import { en, type Texts } from './en/index.ts'
import { type Language, language } from './language.ts'

const CATALOGUES: Record<Language, Texts> = { en, de }

export const texts: Texts = CATALOGUES[language]
if (typeof document !== 'undefined') document.documentElement.lang = language
