/**
 * @typedef {object} Random
 * @property {() => number} next a number from 0, below 1
 * @property {(low: number, high: number) => number} range
 * @property {(low: number, high: number) => number} integer a whole number up to `high` inclusive
 * @property {<T>(list: readonly T[]) => T} pick an entry of a list that is not empty
 * @property {(probability: number) => boolean} chance
 * @property {(label: string) => Random} fork a generator of its own for each label
 */

/**
 * Small seeded generator (mulberry32), so that every world can be rebuilt from one number.
 * @param {number} seed
 * @returns {Random}
 */
export function createRandom(seed) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  return {
    next,
    range: (low, high) => low + (high - low) * next(),
    integer: (low, high) => low + Math.floor(next() * (high - low + 1)),
    pick(list) {
      const picked = list[Math.floor(next() * list.length)]
      if (picked === undefined) throw new Error('Nothing can be picked from an empty list.')
      return picked
    },
    chance: (probability) => next() < probability,
    fork: (label) => createRandom(Math.imul(seed + 1, 0x9e3779b1) ^ hashText(label)),
  }
}

/** @param {string} text */
function hashText(text) {
  let hash = 2166136261
  for (const character of text) hash = Math.imul(hash ^ character.charCodeAt(0), 16777619)
  return hash >>> 0
}
