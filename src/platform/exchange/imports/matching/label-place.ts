/** The place of the labels that name an image: equal names in several folders belong to the document or subset beside them. */
import { keyOf } from '../archive/entry-names.ts'

export interface LabelPlace {
  /** The path of the document, or of a folder with a slash at its end. */
  near?: string | undefined
  /** The subset that the labels name. */
  subset?: string | null | undefined
}

/** A place, prepared for comparisons. */
export interface ReadPlace {
  folders: readonly string[]
  /** Names that a folder of the document's images can have, the likeliest first. */
  words: readonly string[]
  splits: ReadonlySet<string>
}

const SPLITS = [
  ['train', 'training'],
  ['val', 'valid', 'validation'],
  ['test', 'testing'],
]
/** Words of a document's name that are joined. */
const MOST_WORDS = 8

/** The split that a folder is named after, such as `val` for `valid2017`. */
export function splitOf(folder: string): string | null {
  const bare = folder.replace(/\d+$/, '')
  return SPLITS.find((names) => names.includes(bare))?.[0] ?? null
}

export function placeOf({ near = '', subset }: LabelPlace): ReadPlace {
  const [document = '', ...above] = keyOf(near).split('/').reverse()
  const folders = above.reverse().filter((folder) => folder !== '')
  const named = [...(subset ? [keyOf(subset)] : []), ...wordsOf(document), ...folders.toReversed()]
  const splits = new Set(named.map(splitOf).filter((split) => split !== null))
  return { folders, words: [...new Set(named.flatMap(withAliases))], splits }
}

/** Parts of a document's name, the longest first: `instances_my_set.json` has `my_set` among them. */
function wordsOf(document: string): string[] {
  const stem = document.replace(/\.[^.]*$/, '')
  const bounds = [...stem.matchAll(/[\p{L}\p{N}]+/gu)].slice(-MOST_WORDS)
  const words = bounds.flatMap((from, i) =>
    bounds.slice(i).map((to) => stem.slice(from.index, to.index + to[0].length)),
  )
  return [...new Set([stem, ...words.sort((a, b) => b.length - a.length)])].filter((word) => word !== '')
}

function withAliases(word: string): string[] {
  const year = /\d+$/.exec(word)?.[0] ?? ''
  const names = SPLITS.find((of) => of.includes(word.slice(0, word.length - year.length))) ?? []
  return [word, ...names.map((name) => name + year), ...names]
}
