import { describe, expect, it } from 'vitest'
import { de } from '../../../src/renderer/texts/de/index.ts'
import { en } from '../../../src/renderer/texts/en/index.ts'
import { same } from './same-in-german.ts'

type Entry = string | ((...args: never[]) => string)

/** Returns every text of a catalogue by its path: `runs.list.table.more`. */
function entries(catalogue: object, path = ''): Map<string, Entry> {
  const found = new Map<string, Entry>()
  for (const [name, value] of Object.entries(catalogue)) {
    const at = path === '' ? name : `${path}.${name}`
    if (typeof value === 'string' || typeof value === 'function') found.set(at, value as Entry)
    else for (const [inner, text] of entries(value as object, at)) found.set(inner, text)
  }
  return found
}

const english = entries(en)
const german = entries(de)

/** Arguments that can be found in a function's text; a one-element array serves as a word, a number and a list. */
const MARKS = [311, 472, 533, 614, 745, 826, 957, 198]
function said(entry: Entry): string {
  if (typeof entry === 'string') return entry
  const call = entry as (...args: unknown[]) => string
  for (const given of [MARKS.map((mark) => [String(mark)]), MARKS.map(String), MARKS]) {
    try {
      return call(...given)
    } catch {}
  }
  throw new Error(`No argument suits ${entry}`)
}
const marksIn = (text: string) => MARKS.filter((mark) => text.includes(String(mark)))

describe('the catalogue', () => {
  it('has the same texts in every language', () => {
    expect([...german.keys()].sort()).toEqual([...english.keys()].sort())
  })

  it('has no empty text', () => {
    const empty = [...english, ...german].filter(([, entry]) => said(entry).trim() === '')
    expect(empty.map(([path]) => path)).toEqual([])
  })

  it('uses the same arguments in every language', () => {
    const different = [...english].filter(([path, entry]) => {
      const own = german.get(path)
      if (typeof entry !== typeof own) return true
      return marksIn(said(entry)).join() !== marksIn(said(own as Entry)).join()
    })
    expect(different.map(([path]) => path)).toEqual([])
  })

  it('leaves no English in German', () => {
    const words = (entry: Entry) =>
      said(entry)
        .replace(/[\d\s\p{P}\p{S}]+/gu, ' ')
        .trim()
    const equal = [...english].flatMap(([path, entry]) => {
      const text = words(entry)
      return text !== '' && !same(text) && text === words(german.get(path) as Entry) ? [`${path}: ${text}`] : []
    })
    expect(equal).toEqual([])
  })
})
