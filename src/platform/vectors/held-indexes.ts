/** The indexes in the memory of the process: HNSW graphs (Malkov and Yashunin, 2016) of usearch, by data set. */
import usearch, { type Index } from 'usearch'
import { DESCRIPTOR_LENGTH } from '../../shared/engine-contract/derivation.ts'
import type { IndexFiles } from './index-file.ts'
import type { VectorReply, VectorRequest } from './vector-messages.ts'

/** Edges of a node, and candidates of an insertion and of a search: recall over speed. */
const CONFIG = {
  dimensions: DESCRIPTOR_LENGTH,
  metric: 'cos',
  quantization: 'i8',
  connectivity: 16,
  expansion_add: 64,
  expansion_search: 128,
  multi: false,
} as unknown as ConstructorParameters<typeof Index>[0]

/** Bytes of a vector with its edges, measured. */
const VECTOR_BYTES = 600
/** Of all held indexes; the one in use stays in any case. */
const MAX_BYTES = 2 * 1024 ** 3
/** An index is written when it has grown by this part, and by this many. */
const SAVED_AT_GROWTH = 0.25
const SAVED_AT_LEAST = 20_000

interface Held {
  index: Index
  mark: string
  /** Vectors that its file lacks. */
  unsaved: number
}

export interface HeldIndexes {
  handle(request: VectorRequest): Promise<VectorReply>
}

export function createHeldIndexes(files: IndexFiles): HeldIndexes {
  /** The one that was used last is the last. */
  const held = new Map<string, Held>()

  /** Returns false when it could not be written, as on a full disk: its rows are added again after the next start. */
  async function save(dataset: string, one: Held): Promise<boolean> {
    if (one.unsaved === 0) return true
    try {
      await files.write(dataset, one.mark, (path) => one.index.save(path))
      one.unsaved = 0
      return true
    } catch (error) {
      process.stderr.write(`The search index of the data set ${dataset} could not be written: ${error}\n`)
      return false
    }
  }

  async function open(dataset: string, empty: boolean): Promise<Held> {
    const known = held.get(dataset)
    if (known && !empty) return known
    const found = empty ? null : await files.find(dataset)
    const index = new usearch.Index(CONFIG)
    if (found) index.load(found.path)
    const one = { index, mark: found?.mark ?? '', unsaved: 0 }
    held.set(dataset, one)
    return one
  }

  /** Marks it as the last one in use, and writes others to disk when all together are too large. */
  async function use(dataset: string): Promise<Held> {
    const one = await open(dataset, false)
    held.delete(dataset)
    held.set(dataset, one)
    const bytes = () => [...held.values()].reduce((sum, { index }) => sum + index.size() * VECTOR_BYTES, 0)
    for (const [name, other] of [...held]) {
      if (name === dataset || bytes() <= MAX_BYTES) break
      if (await save(name, other)) held.delete(name)
    }
    return one
  }

  return {
    async handle(request) {
      switch (request.type) {
        case 'open': {
          const { index, mark } = await open(request.dataset, request.empty)
          return { type: 'opened', size: Number(index.size()), mark }
        }
        case 'add': {
          const one = await use(request.dataset)
          one.unsaved += add(one.index, request.keys, request.vectors)
          one.mark = request.mark
          const size = Number(one.index.size())
          if (one.unsaved >= Math.max(SAVED_AT_LEAST, SAVED_AT_GROWTH * size)) await save(request.dataset, one)
          return { type: 'opened', size, mark: one.mark }
        }
        case 'search': {
          const { index } = await use(request.dataset)
          return { type: 'found', neighbours: searched(index, request.vectors, request.count) }
        }
        case 'remove':
          held.delete(request.dataset)
          await files.remove(request.dataset)
          return { type: 'done' }
        case 'save':
          for (const [dataset, one] of held) await save(dataset, one)
          return { type: 'done' }
      }
    },
  }
}

/** Skips keys that the index has; returns the number of new ones. */
function add(index: Index, keys: BigUint64Array, vectors: Int8Array): number {
  let added = 0
  for (const [i, key] of keys.entries()) {
    if (index.contains(key)) continue
    index.add(key, vectors.subarray(i * DESCRIPTOR_LENGTH, (i + 1) * DESCRIPTOR_LENGTH), 1)
    added++
  }
  return added
}

function searched(index: Index, vectors: Int8Array, count: number) {
  const most = Math.min(count, Number(index.size()))
  const empty = { keys: new BigUint64Array(), similarities: new Float32Array() }
  return Array.from({ length: vectors.length / DESCRIPTOR_LENGTH }, (_, i) => {
    if (most === 0) return empty
    const vector = vectors.subarray(i * DESCRIPTOR_LENGTH, (i + 1) * DESCRIPTOR_LENGTH)
    const { keys, distances } = index.search(vector, most, 1)
    return { keys, similarities: distances.map((distance) => 1 - distance) }
  })
}
