/**
 * Finds the one path that a declared path can mean: the path with the most last segments in common. Where several have as many,
 * the place of the labels decides, and nothing else does. A search costs some binary searches, whatever the number of paths.
 */
import { keyOf } from '../archive/entry-names.ts'
import { type DeclaredPath, declaredPath, otherNames, plain, readingsOf, withoutEnding } from './declared-path.ts'
import { type LabelPlace, placeOf, type ReadPlace, splitOf } from './label-place.ts'

/** Paths by their numbers; null when no path has the name. */
export type PathMatch = { found: number } | { among: readonly number[] } | null

export interface PathSearch extends LabelPlace {
  /** True for a path without its ending. */
  isStem?: boolean
}

export interface PathIndex {
  match(declared: string, search: PathSearch): PathMatch
}

/** Paths of one name. */
interface Namesakes {
  /** In the order of `folders`. */
  paths: number[]
  /** Folders from the last to the first, each with a slash behind; null until they are asked for. */
  folders: string[] | null
  /** Ranges of paths in the order of their whole paths. */
  sorted: Map<string, Sorted>
}

/** The match of one reading of a declared path. */
interface Reading {
  match: PathMatch
  /** Folders that both have at their end. */
  common: number
}

interface Sorted {
  paths: readonly number[]
  folders: readonly string[]
}

/** Paths that are compared in their spelling, and that a report names. */
const MOST_NAMED = 64
/** The places of the last documents. */
const MOST_PLACES = 100

export function pathIndex(paths: readonly string[]): PathIndex {
  const keys = paths.map((path) => keyOf(path.replace(/^\/+/, '')))
  const [byName, byStem] = [new Map<string, number | Namesakes>(), new Map<string, number | Namesakes>()]
  for (const [i, key] of keys.entries()) {
    const name = key.slice(key.lastIndexOf('/') + 1)
    add(byName, name, i)
    add(byStem, withoutEnding(name), i)
  }
  let folders: readonly string[] | null = null
  const places = new Map<string, ReadPlace>()

  const foldersOf = (path: number): string[] => (keys[path] as string).split('/').slice(0, -1)
  const upward = (path: number): string => joined(foldersOf(path).reverse())

  function prepared(same: Namesakes): readonly string[] {
    if (same.folders) return same.folders
    const order = same.paths.map((path) => ({ path, folder: upward(path) })).sort((a, b) => compare(a.folder, b.folder))
    same.paths = order.map(({ path }) => path)
    same.folders = order.map(({ folder }) => folder)
    return same.folders
  }

  /** True when the paths have a folder that ends with these. */
  function hasFolder(wanted: readonly string[]): boolean {
    folders ??= [...new Set(keys.map((_, path) => upward(path)))].sort(compare)
    const [from, to] = rangeOf(folders, joined(wanted), 0, folders.length)
    return to > from
  }

  /** A document that is named after its image has no other words in its name. */
  function placeFor(image: string, { near = '', subset }: LabelPlace): ReadPlace {
    const at = near.lastIndexOf('/') + 1
    const isOfImage = withoutEnding(keyOf(near.slice(at))) === withoutEnding(image)
    const beside = isOfImage ? near.slice(0, at) : near
    const key = `${beside}\n${subset ?? ''}`
    const there = places.get(key)
    if (there) return there
    if (places.size >= MOST_PLACES) places.clear()
    const made = placeOf({ near: beside, subset })
    places.set(key, made)
    return made
  }

  /** The path, unless the declared path or the place of the labels means a folder in which it is not. */
  function unlessElsewhere(path: number, declared: DeclaredPath, common: number, place: ReadPlace): PathMatch {
    if (common < declared.folders.length && hasFolder(declared.folders.slice(0, common + 1))) return null
    const splits = foldersOf(path)
      .slice(0, -common || undefined)
      .map(splitOf)
      .filter((split) => split !== null)
    const isOfAnother = splits.length > 0 && place.splits.size > 0 && !splits.some((split) => place.splits.has(split))
    return isOfAnother ? null : { found: path }
  }

  function matchOne(declared: DeclaredPath, isStem: boolean, place: ReadPlace): Reading | null {
    const same = (isStem ? byStem : byName).get(declared.name)
    if (same === undefined) return null
    if (typeof same === 'number') {
      const own = foldersOf(same).reverse()
      const differs = declared.folders.findIndex((folder, i) => folder !== own[i])
      const common = differs < 0 ? declared.folders.length : differs
      return { match: unlessElsewhere(same, declared, common, place), common }
    }
    const upwards = prepared(same)
    const beside = declaredPath(plain(`${place.folders.join('/')}/${declared.written}`))
    const [at, after] = exactly(upwards, joined(beside.folders))
    if (after - at === 1) return { match: { found: same.paths[at] as number }, common: Number.POSITIVE_INFINITY }
    let [from, to, common] = [0, upwards.length, 0]
    for (let wanted = ''; common < declared.folders.length; common++) {
      wanted += `${declared.folders[common]}/`
      const [first, end] = rangeOf(upwards, wanted, from, to)
      if (first === end) break
      ;[from, to] = [first, end]
    }
    const tied = to - from === 1 ? (same.paths[from] as number) : decided(same, from, to, declared, common, place)
    return { match: typeof tied === 'number' ? unlessElsewhere(tied, declared, common, place) : tied, common }
  }

  /** Decides among paths that end alike. */
  function decided(
    same: Namesakes,
    from: number,
    to: number,
    declared: DeclaredPath,
    common: number,
    place: ReadPlace,
  ): number | PathMatch {
    const relative = common === declared.folders.length ? joined(declared.folders.toReversed()) : null
    const near = nearest(sortedRange(same, from, to), place, relative)
    if (near !== null) return near
    const whole = exactly(same.folders as string[], joined(declared.folders.slice(0, common)))
    if (whole[1] - whole[0] === 1) return same.paths[whole[0]] as number
    const among = same.paths.slice(from, Math.min(to, from + MOST_NAMED))
    const spelled = to - from > MOST_NAMED ? [] : among.filter((path) => isSpelled(paths[path] as string, declared))
    return spelled.length === 1 ? (spelled[0] as number) : { among }
  }

  function sortedRange(same: Namesakes, from: number, to: number): Sorted {
    const key = `${from} ${to}`
    const there = same.sorted.get(key)
    if (there) return there
    const order = same.paths
      .slice(from, to)
      .map((path) => ({ path, folder: joined(foldersOf(path)) }))
      .sort((a, b) => compare(a.folder, b.folder))
    const made = { paths: order.map(({ path }) => path), folders: order.map(({ folder }) => folder) }
    same.sorted.set(key, made)
    return made
  }

  return {
    match(declared, { isStem = false, ...of }) {
      const readings = readingsOf(declared)
      const place = placeFor(readings[0]?.name ?? '', of)
      const matches = readings.map((reading) => matchOne(reading, isStem, place))
      const best = longest(matches)
      if (best) return best
      const others = readings.flatMap((reading) => otherNames(reading, isStem))
      return longest(others.map((other) => matchOne(other.path, other.isStem, place)))
    },
  }
}

/** The first of those with the most folders in common. */
function longest(readings: readonly (Reading | null)[]): PathMatch {
  let best: Reading | null = null
  for (const reading of readings) if (reading?.match && reading.common > (best?.common ?? -1)) best = reading
  return best?.match ?? null
}

function add(index: Map<string, number | Namesakes>, name: string, path: number): void {
  const there = index.get(name)
  if (there === undefined) index.set(name, path)
  else if (typeof there === 'number') index.set(name, { paths: [there, path], folders: null, sorted: new Map() })
  else there.paths.push(path)
}

/**
 * Goes down the folders that the paths have: along those of the document, then into one that it is named after. At the last of
 * them, `relative` are the folders of a declared path that is relative to it.
 */
function nearest(
  { paths, folders }: Sorted,
  { folders: own, words }: ReadPlace,
  relative: string | null,
): number | null {
  let [from, to, prefix] = [0, folders.length, '']
  for (let depth = 0, isAlong = true; to - from > 1; depth++) {
    const next = own[depth]
    isAlong &&= next !== undefined && has(folders, `${prefix}${next}/`, from, to)
    const word = isAlong ? next : words.find((name) => has(folders, `${prefix}${name}/`, from, to))
    const only = word ?? onlyFolder(folders, prefix, from, to)
    if (only === null) {
      const [at, after] = relative === null ? [0, 0] : exactly(folders, prefix + relative)
      return after - at === 1 ? (paths[at] as number) : null
    }
    prefix += `${only}/`
    ;[from, to] = rangeOf(folders, prefix, from, to)
  }
  return paths[from] ?? null
}

/** The next folder, when it is the same for all. */
function onlyFolder(folders: readonly string[], prefix: string, from: number, to: number): string | null {
  const first = folders[from] as string
  const end = first.indexOf('/', prefix.length)
  if (end < 0 || !folders[to - 1]?.startsWith(first.slice(0, end + 1))) return null
  return first.slice(prefix.length, end)
}

const isSpelled = (path: string, { written }: DeclaredPath): boolean =>
  path.slice(path.lastIndexOf('/') + 1) === written.slice(written.lastIndexOf('/') + 1)

const joined = (folders: readonly string[]): string => folders.map((folder) => `${folder}/`).join('')
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
/** Follows every text that begins like the one before it. */
const LAST = '\uffff'

const rangeOf = (sorted: readonly string[], prefix: string, from: number, to: number): [from: number, to: number] => {
  const first = firstFrom(sorted, prefix, from, to)
  return [first, firstFrom(sorted, prefix + LAST, first, to)]
}
const has = (...range: Parameters<typeof rangeOf>): boolean => {
  const [from, to] = rangeOf(...range)
  return to > from
}
function exactly(sorted: readonly string[], text: string): [from: number, to: number] {
  const first = firstFrom(sorted, text, 0, sorted.length)
  let end = first
  // Names without their endings can be equal in one folder; the first two decide.
  while (end < first + 2 && sorted[end] === text) end++
  return [first, end]
}

function firstFrom(sorted: readonly string[], text: string, from: number, to: number): number {
  let [low, high] = [from, to]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] as string) < text) low = middle + 1
    else high = middle
  }
  return low
}
