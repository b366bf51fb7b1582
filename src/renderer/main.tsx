/** Starts the page: first the texts of its language, then everything that reads them. */
import { chosenLanguage } from './texts/chosen-language.ts'
import { loadOwnTexts } from './texts/own-texts.ts'

await loadOwnTexts(chosenLanguage())
await import('./shell/start.tsx')
