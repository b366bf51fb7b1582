/** Groups images whose contents are linked, directly or by others: connected components by union-find (Tarjan, 1975). */
import { setImmediate as nextTurn } from 'node:timers/promises'

export interface GroupedImage {
  image_id: string
  /** To the most similar image of its group. */
  similarity: number
}

export interface DuplicateGroups {
  /** An image with its content, whose key is any text. */
  add(imageId: string, content: string): void
  /** Links two contents. Those that no image has are ignored at the end. */
  link(a: string, b: string, similarity: number): void
  /** Groups of at least two images, the largest first, equal ones in the order of arrival. Takes turns of some milliseconds. */
  groups(): AsyncGenerator<GroupedImage[]>
}

/** Steps of a turn. */
const STEPS = 5000

export function createDuplicateGroups(): DuplicateGroups {
  const numbers = new Map<string, number>()
  /** By number of the content: its parent in a tree of linked ones, which is itself at the root. */
  const parents: number[] = []
  const best: number[] = []
  const images: { id: string; content: number }[] = []

  function numberOf(content: string): number {
    const known = numbers.get(content)
    if (known !== undefined) return known
    const number = parents.length
    numbers.set(content, number)
    parents.push(number)
    best.push(Number.NEGATIVE_INFINITY)
    return number
  }

  function rootOf(number: number): number {
    let at = number
    while (parents[at] !== at) {
      // Each visit halves the path.
      parents[at] = parents[parents[at] as number] as number
      at = parents[at] as number
    }
    return at
  }

  return {
    add: (id, content) => void images.push({ id, content: numberOf(content) }),
    link(a, b, similarity) {
      const [x, y] = [numberOf(a), numberOf(b)]
      if (x === y) return
      best[x] = Math.max(best[x] as number, similarity)
      best[y] = Math.max(best[y] as number, similarity)
      const [from, to] = [rootOf(x), rootOf(y)]
      // The older one stays the root.
      if (from !== to) parents[Math.max(from, to)] = Math.min(from, to)
    },
    async *groups() {
      const sizes = new Map<number, number>()
      const sameContent = new Map<number, number>()
      for (const [i, { content }] of images.entries()) {
        const root = rootOf(content)
        sizes.set(root, (sizes.get(root) ?? 0) + 1)
        sameContent.set(content, (sameContent.get(content) ?? 0) + 1)
        if (i % STEPS === STEPS - 1) await nextTurn()
      }
      const members = new Map<number, GroupedImage[]>()
      for (const [i, { id, content }] of images.entries()) {
        const root = rootOf(content)
        if ((sizes.get(root) as number) > 1) {
          const similarity = (sameContent.get(content) as number) > 1 ? 1 : (best[content] as number)
          const group = members.get(root)
          if (group) group.push({ image_id: id, similarity })
          else members.set(root, [{ image_id: id, similarity }])
        }
        if (i % STEPS === STEPS - 1) await nextTurn()
      }
      // Size before root, in numbers that sort without a comparison in JavaScript.
      const order = Float64Array.from(members, ([root, group]) => -group.length * 2 ** 31 + root).sort()
      for (const packed of order) {
        const root = ((packed % 2 ** 31) + 2 ** 31) % 2 ** 31
        yield members.get(root) as GroupedImage[]
      }
    },
  }
}
