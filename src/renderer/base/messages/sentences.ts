/** Sentences that the contracts and the host write in English, in the page's language where it has them. */
import { OWN_WORDS } from './own-text.ts'
import type { SharedWords } from './shared-text.ts'

interface Pattern {
  matches: RegExp
  names: string[]
  own: string
}

const PLACE = /\{(\w+)\}/g
const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

function patternOf([english, own]: readonly [string, string]): Pattern {
  const names = [...english.matchAll(PLACE)].map((m) => m[1] as string)
  const source = english.split(PLACE).map((part, i) => (i % 2 === 0 ? literally(part) : '(.+?)'))
  return { matches: new RegExp(`^${source.join('')}$`, 's'), names, own }
}

/** Puts a sentence into the other language, and leaves as it is what that has no words for. */
export function translator(words: SharedWords): (sentence: string) => string {
  const patterns = words.sentences.map(patternOf)
  return (sentence) => {
    for (const { matches, names, own } of patterns) {
      const found = matches.exec(sentence)
      if (!found) continue
      const values = new Map(names.map((name, i) => [name, found[i + 1] as string]))
      return own.replace(PLACE, (_, name: string) => values.get(name) ?? '')
    }
    return sentence
  }
}

/** In the language of this page. */
export const worded: (sentence: string) => string = OWN_WORDS ? translator(OWN_WORDS) : (sentence) => sentence
