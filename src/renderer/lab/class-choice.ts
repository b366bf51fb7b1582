/** The classes that a mark may have: those that were seen or marked first, then all others that the models know. */

export interface ClassChoice {
  /** On buttons with keys. */
  near: readonly string[]
  /** In a list that can be searched. */
  further: readonly string[]
}

/** A model of a few classes has them all on buttons. */
const MOST_BUTTONS = 12

/** `seen`: in any order. `known`: to the models of the run, in their own order. */
export function classChoice(seen: Iterable<string>, known: readonly string[]): ClassChoice {
  const first = [...new Set(seen)].filter((name) => name !== '').sort((a, b) => a.localeCompare(b))
  const further = [...new Set(known)].filter((name) => name !== '' && !first.includes(name))
  if (first.length + further.length <= MOST_BUTTONS) return { near: [...first, ...further], further: [] }
  return { near: first, further }
}
