/** Every text that the page shows, in the page's language: `texts.<room>.<name>`. */
import { en, type Texts } from './en/index.ts'
import { language } from './language.ts'
import { ownTexts } from './own-texts.ts'

export const texts: Texts = ownTexts()?.texts ?? en
if (typeof document !== 'undefined') document.documentElement.lang = language
