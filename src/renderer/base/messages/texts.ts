/** Every text that the page shows, in the page's language: `texts.<room>.<name>`. */
import type { Language } from '../../../shared/domain/language.ts'
import { de } from './de/index.ts'
import { en, type Texts } from './en/index.ts'
import { language } from './language.ts'

const CATALOGUES: Record<Language, Texts> = { en, de }

export const texts: Texts = CATALOGUES[language]
if (typeof document !== 'undefined') document.documentElement.lang = language
