/** All German texts; a script of its own, which only a German page loads. */
import type { OwnTexts } from '../own-texts.ts'
import { sharedWords } from './catalogue/index.ts'
import { de } from './index.ts'
import { messages } from './messages/index.ts'

export const ownTexts: OwnTexts = { texts: de, words: sharedWords, messages }
