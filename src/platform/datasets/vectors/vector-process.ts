/**
 * Process entry (out/node/vectors.js): holds the indexes of descriptors for the platform, so that a search takes no time of its
 * thread, and a fault of the index does not end it. Its first argument is the folder of the indexes.
 */
import usearch, { type Index } from 'usearch'
import { createIndexFiles, type IndexFiles } from './index-file.ts'
import type { FromVectors, ToVectors, VectorReply, VectorRequest } from './vector-messages.ts'

/** Edges of a node, and candidates of an insertion and of a search: recall over speed. */
const CONFIG = {
  metric: 'cos',
  quantization: 'i8',
  connectivity: 16,
  expansion_add: 64,
  expansion_search: 128,
  multi: false,
} as const

/** Bytes of a vector's edges, measured. */
const EDGE_BYTES = 344
/** The most bytes of all held indexes together; the one in use stays in any case. */
const MAX_BYTES = 2 * 1024 ** 3
/** An index is written when it has grown by this part, and by this many. */
const SAVED_AT_GROWTH = 0.25
const SAVED_AT_LEAST = 20_000

interface Held {
  index: Index
  /** Bytes of a vector. */
  length: number
  mark: string
  /** Vectors that its file lacks. */
  unsaved: number
}

interface HeldIndexes {
  handle(request: VectorRequest): Promise<VectorReply>
}

/** The indexes in the memory of the process: HNSW graphs (Malkov and Yashunin, 2016) of usearch, by data set. */
export function createHeldIndexes(files: IndexFiles): HeldIndexes {
  /** The one that was used last is the last. */
  const held = new Map<string, Held>()
  /** The bytes of a vector by data set, also for indexes that were opened and are on the disk alone by now. */
  const lengths = new Map<string, number>()

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

  async function open(dataset: string, length: number, empty: boolean): Promise<Held> {
    const known = held.get(dataset)
    if (known && !empty) return known
    if (length === 0) throw new Error('The search index was not opened.')
    lengths.set(dataset, length)
    const found = empty ? null : await files.find(dataset)
    const config = { ...CONFIG, dimensions: length } as unknown as ConstructorParameters<typeof Index>[0]
    const index = new usearch.Index(config)
    if (found) index.load(found.path)
    const one = { index, length, mark: found?.mark ?? '', unsaved: 0 }
    held.set(dataset, one)
    return one
  }

  /** Marks it as the last one in use, and writes others to disk when all together are too large. */
  async function use(dataset: string): Promise<Held> {
    const one = await open(dataset, lengths.get(dataset) ?? 0, false)
    held.delete(dataset)
    held.set(dataset, one)
    const bytes = () =>
      [...held.values()].reduce((sum, { index, length }) => sum + index.size() * (length + EDGE_BYTES), 0)
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
          const { index, mark } = await open(request.dataset, request.length, request.empty)
          return { type: 'opened', size: Number(index.size()), mark }
        }
        case 'add': {
          const one = await use(request.dataset)
          one.unsaved += add(one, request.keys, request.vectors)
          one.mark = request.mark
          const size = Number(one.index.size())
          if (one.unsaved >= Math.max(SAVED_AT_LEAST, SAVED_AT_GROWTH * size)) await save(request.dataset, one)
          return { type: 'opened', size, mark: one.mark }
        }
        case 'search': {
          const one = await use(request.dataset)
          return { type: 'found', neighbours: searched(one, request.vectors, request.count) }
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
function add({ index, length }: Held, keys: BigUint64Array, vectors: Int8Array): number {
  let added = 0
  for (const [i, key] of keys.entries()) {
    if (index.contains(key)) continue
    index.add(key, vectors.subarray(i * length, (i + 1) * length), 1)
    added++
  }
  return added
}

function searched({ index, length }: Held, vectors: Int8Array, count: number) {
  const most = Math.min(count, Number(index.size()))
  const empty = { keys: new BigUint64Array(), similarities: new Float32Array() }
  return Array.from({ length: vectors.length / length }, (_, i) => {
    if (most === 0) return empty
    const vector = vectors.subarray(i * length, (i + 1) * length)
    const { keys, distances } = index.search(vector, most, 1)
    return { keys, similarities: distances.map((distance) => 1 - distance) }
  })
}

const indexes = createHeldIndexes(createIndexFiles(process.argv[2] as string))
let turn: Promise<void> = Promise.resolve()

async function answer({ id, request }: ToVectors): Promise<void> {
  const reply: VectorReply = await indexes
    .handle(request)
    .catch((error) => ({ type: 'failed', reason: error instanceof Error ? error.message : String(error) }))
  const sent: FromVectors = { id, reply }
  process.send?.(sent, undefined, undefined, () => undefined)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
// One after the other: a search sees the vectors that were added before it.
process.on('message', (message) => {
  turn = turn.then(() => answer(message as ToVectors))
})
process.on('disconnect', () => process.exit(0))
if (process.connected === false) process.exit(0)
