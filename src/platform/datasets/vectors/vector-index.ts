/** The nearest descriptors of a data set. Rows are the record: the index is filled from them, and built again when it is lost. */
import { type ChildProcess, fork } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { ApiError } from '../../../shared/api/errors.ts'
import { childEnvironment } from '../../../shared/domain/child-environment.ts'
import { message } from '../../../shared/messages/message.ts'
import type { Database } from '../../db/database.ts'
import { createOneAtATime, type OneAtATime } from '../../db/one-at-a-time.ts'
import type { Log } from '../../machine/log.ts'
import type { FromVectors, Neighbours, ToVectors, VectorReply, VectorRequest } from './vector-messages.ts'
import { layoutSpace } from './vector-space.ts'

export interface Neighbour {
  /** 16 hexadecimal digits. */
  key: string
  /** Cosine, to within `TOLERANCE`. */
  similarity: number
}

export interface VectorIndex {
  /** Adds the images that were completed since. @throws Error when the process of the index ended */
  refresh(datasetId: string, signal?: AbortSignal): Promise<void>
  /**
   * The nearest `count` of each descriptor, by falling similarity, among all images that are completed.
   * @throws ApiError server_busy while many images are being added
   */
  search(datasetId: string, descriptors: readonly Int8Array[], count: number): Promise<Neighbour[][]>
  /** Removes the indexes of data sets that were deleted. */
  sweep(): Promise<void>
  close(): Promise<void>
}

/** Largest error of the similarities of the index, which approximates lengths; measured, 0.014 in a million. */
export const TOLERANCE = 0.02

const ROWS_AT_ONCE = 256
/** Longest time that a search waits for images that are added to the index; they are added in any case. */
const PATIENCE_MS = 10_000
/** The process of the index may end at any time. */
const ATTEMPTS = 3
/** An index with so many more vectors than the data set has images is built again. */
const MOST_STALE = 1.5
const STALE_AT_LEAST = 1000

interface VectorChild {
  /** Rises with each process: an index that was opened in an earlier one is not open. */
  readonly generation: number
  /** @throws Error when the process ended or could not do it */
  request<T extends VectorReply['type']>(request: VectorRequest, type: T): Promise<Extract<VectorReply, { type: T }>>
  /** Writes changed indexes to their files, within some seconds, and ends the process. */
  close(): Promise<void>
}

/** The bundle lies beside the running one; sources that run as they are, in tests, use the built one. */
const ENTRY = import.meta.url.endsWith('.ts') ? '../../../../out/node/vectors.js' : './vectors.js'
const IDLE_MS = 120_000
const CLOSE_PATIENCE_MS = 2000

interface Pending {
  resolve(reply: VectorReply): void
  reject(error: Error): void
}

/** The process of the indexes as the platform sees it: started by the first request, and again after it ended. */
export function createVectorChild(folder: string): VectorChild {
  const entry = fileURLToPath(new URL(ENTRY, import.meta.url))
  let child: ChildProcess | null = null
  let generation = 0
  let requests = 0
  let idle: NodeJS.Timeout | undefined
  const pending = new Map<number, Pending>()

  function start(): ChildProcess {
    generation++
    const started = fork(entry, [folder], {
      env: childEnvironment(process.env),
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    started.on('message', (message) => {
      const { id, reply } = message as FromVectors
      pending.get(id)?.resolve(reply)
      pending.delete(id)
      if (pending.size === 0) rest()
    })
    const ended = () => {
      if (child === started) child = null
      for (const { reject } of pending.values()) reject(new Error('The process of the search index ended.'))
      pending.clear()
    }
    // An open index keeps no process alive.
    started.unref()
    started.channel?.unref()
    started.on('exit', ended)
    started.on('error', ended)
    return started
  }

  function send(request: VectorRequest): Promise<VectorReply> {
    clearTimeout(idle)
    child ??= start()
    const message: ToVectors = { id: requests++, request }
    return new Promise((resolve, reject) => {
      pending.set(message.id, { resolve, reject })
      // An end of the process rejects it.
      child?.send(message, () => undefined)
    })
  }

  /** Ends the process after a while without requests: its memory is needed elsewhere. */
  function rest(): void {
    clearTimeout(idle)
    idle = setTimeout(() => void end(), IDLE_MS).unref()
  }

  async function end(): Promise<void> {
    clearTimeout(idle)
    const ending = child
    if (!ending) return
    const saved = send({ type: 'save' }).catch(() => undefined)
    await Promise.race([saved, sleep(CLOSE_PATIENCE_MS, undefined, { ref: false })])
    // Work that came meanwhile keeps it.
    if (pending.size === 0 || ending.exitCode !== null) stop(ending)
  }

  function stop(ending: ChildProcess): void {
    if (child === ending) child = null
    ending.kill('SIGKILL')
  }

  return {
    get generation() {
      return generation
    },
    async request(request, type) {
      const reply = await send(request)
      if (reply.type === type) return reply as never
      throw new Error(reply.type === 'failed' ? reply.reason : `The search index replied ${reply.type}.`)
    },
    async close() {
      await end()
      if (child) stop(child)
      clearTimeout(idle)
    },
  }
}

export function createVectorIndex(db: Database, folder: string, log: Log, space = layoutSpace(db)): VectorIndex {
  const child = createVectorChild(folder)
  /** Marks of the open indexes, with the generation of their process. */
  const open = new Map<string, { generation: number; mark: string }>()
  const turns = new Map<string, OneAtATime>()

  function alone<T>(datasetId: string, work: () => Promise<T>): Promise<T> {
    const turn = turns.get(datasetId) ?? createOneAtATime()
    turns.set(datasetId, turn)
    return turn(work)
  }

  /** Returns the mark of the index. A file that ends the process, or does not fit the rows, is not read again. */
  async function opened(datasetId: string): Promise<string> {
    const known = open.get(datasetId)
    if (known?.generation === child.generation) return known.mark
    const { length } = space
    const dataset = space.nameOf(datasetId)
    const ask = (empty: boolean) => child.request({ type: 'open', dataset, length, empty }, 'opened')
    let reply = await ask(false).catch(async (error) => {
      log('warning', `The search index of the data set ${datasetId} is built again.`, error)
      await child.request({ type: 'remove', dataset }, 'done')
      return ask(true)
    })
    if (reply.size > STALE_AT_LEAST && reply.size > MOST_STALE * (await space.size(datasetId))) reply = await ask(true)
    open.set(datasetId, { generation: child.generation, mark: reply.mark })
    return reply.mark
  }

  const refresh: VectorIndex['refresh'] = (datasetId, signal) =>
    alone(datasetId, async () => {
      let mark = await opened(datasetId)
      for (;;) {
        signal?.throwIfAborted()
        const rows = await space.rowsAfter(datasetId, mark, ROWS_AT_ONCE)
        const last = rows.at(-1)?.mark
        if (!last) return
        const usable = rows.flatMap(({ key, vector }) => (vector?.length === space.length ? [{ key, vector }] : []))
        const keys = BigUint64Array.from(usable, ({ key }) => BigInt(`0x${key}`))
        const vectors = packed(usable.map(({ vector }) => vector))
        const dataset = space.nameOf(datasetId)
        const { generation } = child
        await child.request({ type: 'add', dataset, keys, vectors, mark: last }, 'opened')
        mark = last
        open.set(datasetId, { generation, mark })
      }
    })

  return {
    refresh,
    async search(datasetId, descriptors, count) {
      const vectors = packed(descriptors)
      for (let attempt = 1; ; attempt++) {
        try {
          await soon(refresh(datasetId))
          const { generation } = child
          const dataset = space.nameOf(datasetId)
          const { neighbours } = await child.request({ type: 'search', dataset, vectors, count }, 'found')
          // A process that was started meanwhile may lack the newest rows.
          if (generation === child.generation) return neighbours.map(written)
        } catch (error) {
          if (attempt === ATTEMPTS || error instanceof ApiError) throw error
        }
      }
    },
    async sweep() {
      const names = await readdir(folder).catch((): string[] => [])
      for (const dataset of new Set(names.map((name) => name.split('.', 1)[0] as string))) {
        const id = space.datasetOf(dataset)
        const query = db.selectFrom('datasets').select('id').where('id', '=', id).where('deleted_at', 'is', null)
        if (await query.executeTakeFirst()) continue
        open.delete(id)
        await child.request({ type: 'remove', dataset }, 'done')
      }
    },
    close: child.close,
  }
}

async function soon(refreshed: Promise<void>): Promise<void> {
  const stop = new AbortController()
  const late = sleep(PATIENCE_MS, 'late', { ref: false, signal: stop.signal }).catch(() => undefined)
  try {
    if ((await Promise.race([refreshed, late])) === 'late') {
      refreshed.catch(() => undefined)
      throw new ApiError('server_busy', message('search.index_building'))
    }
  } finally {
    stop.abort()
  }
}

const written = ({ keys, similarities }: Neighbours): Neighbour[] =>
  Array.from(keys, (key, i) => ({ key: key.toString(16).padStart(16, '0'), similarity: similarities[i] as number }))

function packed(vectors: readonly Int8Array[]): Int8Array {
  const length = vectors[0]?.length ?? 0
  const all = new Int8Array(vectors.length * length)
  for (const [i, vector] of vectors.entries()) all.set(vector, i * length)
  return all
}
