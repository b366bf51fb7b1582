/** Starts the page: first the texts of its language, then everything that reads them. */
import { chosenLanguage } from './base/messages/chosen-language.ts'
import { loadOwnTexts } from './base/messages/own-texts.ts'

await loadOwnTexts(chosenLanguage())
await import('./shell/start.tsx')
