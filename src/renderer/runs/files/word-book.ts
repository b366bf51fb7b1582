/** Words as numbers, for records that cross from the worker to the page: few words repeat in very many records. */

export interface WordBook {
  idOf(word: string): number
  /** Words since the last call, in the order of their numbers. */
  takeNew(): string[]
}

export function createWordBook(): WordBook {
  const ids = new Map<string, number>()
  let fresh: string[] = []
  return {
    idOf(word) {
      const known = ids.get(word)
      if (known !== undefined) return known
      fresh.push(word)
      ids.set(word, ids.size)
      return ids.size - 1
    },
    takeNew() {
      const taken = fresh
      fresh = []
      return taken
    },
  }
}
