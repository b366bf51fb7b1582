/** The words that stand in place of the contracts' English on this page; null on an English page. */

import type { Language } from '../../../shared/domain/language.ts'
import { sharedWords as de } from './de/catalogue/index.ts'
import { language } from './language.ts'
import type { SharedWords } from './shared-text.ts'

const OWN: Record<Exclude<Language, 'en'>, SharedWords> = { de }

export const OWN_WORDS: SharedWords | null = language === 'en' ? null : OWN[language]
