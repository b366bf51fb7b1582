/** Numbers words for the transfer from the worker to the page, because few distinct words repeat in many records. */

export interface WordBook {
  idOf(word: string): number
  /** Returns the words added since the last call, in the order of their numbers. */
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
