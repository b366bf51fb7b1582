import { extname } from 'node:path'
import { cutBefore } from '../../../shared/domain/cut-text.ts'

/** The longest name of a file or a directory. */
export const MAX_FILENAME = 255

/** `photo.png`, then `photo-1.png`, `photo-2.png` … */
export function numberedFilename(filename: string, n: number): string {
  if (n === 0) return filename
  const found = extname(filename)
  // What follows the dot of a sentence is no ending, and must leave room for the number.
  const ending = found.length > LONGEST_ENDING ? '' : found
  return cutBefore(filename.slice(0, filename.length - ending.length), `-${n}${ending}`, MAX_FILENAME)
}

const LONGEST_ENDING = 100

/** Returns the given names that are taken. */
export type TakenNames = (names: readonly string[]) => Promise<ReadonlySet<string>>

export interface FreeNames {
  /**
   * A free name for each of these, in their order: itself, or the first of its numbers that is free. Returned names count as
   * taken from now on.
   */
  take(filenames: readonly string[], takenOf: TakenNames): Promise<string[]>
  /** Takes this name as it is, also where the directory has it; false when it was returned or taken before. */
  claim(filename: string): boolean
  /** At the start of a transaction, which may be an attempt after a failed one: the names since the last `keep` are free again. */
  restart(): void
  /** After a transaction: its names stay taken. */
  keep(): void
}

/** Names of one file that are tried at once. */
const MOST_AT_ONCE = 2000

/** Remembers the numbers that it has tried, so that many files of one name take no longer than files of different names. */
export function createFreeNames(): FreeNames {
  const kept = { given: new Set<string>(), nextNumbers: new Map<string, number>() }
  let given = new Set<string>()
  let nextNumbers = new Map<string, number>()
  const isGiven = (name: string) => given.has(name) || kept.given.has(name)
  const nextNumber = (filename: string) => nextNumbers.get(filename) ?? kept.nextNumbers.get(filename) ?? 0

  return {
    restart() {
      given = new Set()
      nextNumbers = new Map()
    },
    keep() {
      for (const name of given) kept.given.add(name)
      for (const [filename, n] of nextNumbers) kept.nextNumbers.set(filename, n)
      given = new Set()
      nextNumbers = new Map()
    },
    claim(filename) {
      if (isGiven(filename)) return false
      given.add(filename)
      return true
    },
    async take(filenames, takenOf) {
      const free: string[] = new Array(filenames.length)
      const waiting = new Map<string, number[]>()
      for (const [i, filename] of filenames.entries()) {
        const places = waiting.get(filename)
        if (places) places.push(i)
        else waiting.set(filename, [i])
      }
      // First a name for one file of each, so that no number of another takes the name of a file.
      for (let factor = 0; waiting.size > 0; factor = Math.max(1, factor * 4)) {
        const candidates = new Map<string, string[]>()
        for (const [filename, { length }] of waiting) {
          const from = nextNumber(filename)
          const count = factor === 0 ? 1 : Math.max(length, Math.min(length * factor, MOST_AT_ONCE))
          const names = Array.from({ length: count }, (_, i) => numberedFilename(filename, from + i))
          candidates.set(filename, names)
          nextNumbers.set(filename, from + count)
        }
        const taken = await takenOf([...new Set([...candidates.values()].flat())])
        for (const [filename, names] of candidates) {
          const places = waiting.get(filename) as number[]
          let next = 0
          for (const [i, name] of names.entries()) {
            if (isGiven(name) || taken.has(name)) continue
            given.add(name)
            free[places[next++] as number] = name
            if (next < places.length) continue
            nextNumbers.set(filename, nextNumber(filename) - names.length + i + 1)
            break
          }
          if (next === places.length) waiting.delete(filename)
          else waiting.set(filename, places.slice(next))
        }
      }
      return free
    },
  }
}
