/** Sentences that the contracts and the host write in English, in the page's language where it has them. */
import { BLOCKS } from '../../../shared/blocks/catalogue.ts'
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

/** English titles of blocks and fields with their own. */
function titlesOf(words: SharedWords): ReadonlyMap<string, string> {
  const titles = new Map<string, string>()
  for (const kind of Object.keys(BLOCKS) as (keyof typeof BLOCKS)[]) {
    const own = words.blocks[kind]
    titles.set(BLOCKS[kind].title, own.title)
    for (const [name, { title = '' }] of Object.entries(
      BLOCKS[kind].config.properties as Record<string, { title?: string }>,
    )) {
      titles.set(title, own.fields[name]?.title ?? title)
    }
  }
  return titles
}

/** Puts a sentence into the other language, and leaves as it is what that has no words for. */
export function translator(words: SharedWords): (sentence: string) => string {
  const patterns = words.sentences.map(patternOf)
  const titles = titlesOf(words)
  const sinks = words.blocks.sink.fields.kind?.values ?? {}
  // Names of ours are ours to translate, everything else that stands in a place is the user's.
  const filled = (name: string, value: string): string => {
    if (name === 'block' || name === 'field') return titles.get(value) ?? value
    if (name.startsWith('flow')) return words.flows[value] ?? value
    if (name === 'sink') return sinks[value.replaceAll(' ', '_')] ?? value
    return value
  }
  return (sentence) => {
    for (const { matches, names, own } of patterns) {
      const found = matches.exec(sentence)
      if (!found) continue
      const values = new Map(names.map((name, i) => [name, filled(name, found[i + 1] as string)]))
      return own.replace(PLACE, (_, name: string) => values.get(name) ?? '')
    }
    return sentence
  }
}

/** In the language of this page. */
export const worded: (sentence: string) => string = OWN_WORDS ? translator(OWN_WORDS) : (sentence) => sentence
