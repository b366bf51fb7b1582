/** The classes that a mark can have: classes that were seen or marked first, then the other classes of the models. */

export interface ClassChoice {
  /** Shown as buttons with keys. */
  near: readonly string[]
  /** Shown in a searchable list. */
  further: readonly string[]
}

/** Up to this number, all classes are shown as buttons. */
const MAX_BUTTONS = 12

/** `seen`: in any order. `known`: the classes of the run's models, in the models' order. */
export function classChoice(seen: Iterable<string>, known: readonly string[]): ClassChoice {
  const first = [...new Set(seen)].filter((name) => name !== '').sort((a, b) => a.localeCompare(b))
  const further = [...new Set(known)].filter((name) => name !== '' && !first.includes(name))
  if (first.length + further.length <= MAX_BUTTONS) return { near: [...first, ...further], further: [] }
  return { near: first, further }
}
