/**
 * Bounds the memory that bodies take: the bytes of all that arrive, and the values of all that are parsed. A caller can
 * send 8 MiB of JSON whose values take twenty times as much.
 */
import { getHeapStatistics } from 'node:v8'
import type { FastifyReply } from 'fastify'
import { ApiError } from '../../shared/api/errors.ts'
import { message } from '../../shared/messages/message.ts'
import { RetryLater } from './errors.ts'

/** Limits of all bodies together. */
export interface BodyRoom {
  /** Bytes that have arrived and are not parsed yet, or are kept as they are. */
  arrivingBytes: number
  /** Memory of values, from the parsing of a body until the reply to it. */
  parsedBytes: number
  /** A body waits so long until others are done. */
  waitMs: number
}

/** Bodies that arrive take no heap; at least two of the longest predictions have room. */
const LEAST_ARRIVING = 64 * 1024 * 1024

/** Limits for a heap of this size. A heap of 4 GiB, the default of Node.js on a computer with 16 GiB, gives 512 MiB and 2 GiB. */
export function bodyRoom(heapBytes: number = getHeapStatistics().heap_size_limit): BodyRoom {
  return {
    arrivingBytes: Math.max(LEAST_ARRIVING, Math.floor(heapBytes / 8)),
    parsedBytes: Math.floor(heapBytes / 2),
    waitMs: 10_000,
  }
}

const RETRY_S = 1
const busy = () => new RetryLater('server_busy', message('api.many_bodies'), RETRY_S)

export interface BodyBudget {
  /** The share of a call, which ends with its reply. */
  open(reply: FastifyReply): BodyShare
  /** Reserves memory for the values of a message. Returns a function that releases it, or null if too little is free. */
  takeNow(bytes: number): (() => void) | null
}

export interface BodyShare {
  /** Counts bytes that have arrived, so that a body which comes slowly takes no more than that. @throws RetryLater server_busy */
  arrived(bytes: number): void
  /**
   * Calls `work` when there is room for the values of a body, whose own bytes are dropped with its end.
   * @throws ApiError payload_too_large when there will never be room for so much
   * @throws RetryLater server_busy
   */
  parsed<T>(bytes: number, work: () => Promise<T>): Promise<T>
}

/** A semaphore that counts bytes: work waits until there is memory for it. */

/** Small work may use all of the memory, other work not this part of it, so that a flood of large bodies leaves room. */
const KEPT_FOR_SMALL = 1 / 8
/** Part of the memory. */
const SMALL = 1 / 256

interface MemoryQueue {
  /** False for what would wait forever. */
  everFits(bytes: number): boolean
  /** Reserves memory without waiting. Returns null if too little is free. */
  takeNow(bytes: number): (() => void) | null
  /**
   * Takes memory as soon as it is there; whoever came first is served first, unless only those who came later fit. Returns
   * what gives it back, or null when the wait took too long or was aborted.
   */
  take(bytes: number, signal: AbortSignal): Promise<(() => void) | null>
}

interface Waiting {
  bytes: number
  start(): void
}

function createMemoryQueue(totalBytes: number, waitMs: number): MemoryQueue {
  let taken = 0
  const waiting = new Set<Waiting>()
  const most = (bytes: number) => (bytes <= totalBytes * SMALL ? totalBytes : totalBytes * (1 - KEPT_FOR_SMALL))
  const fits = (bytes: number) => taken + bytes <= most(bytes)

  function hold(bytes: number): () => void {
    taken += bytes
    return () => {
      taken -= bytes
      for (const next of waiting) {
        if (taken >= totalBytes) return
        if (fits(next.bytes)) next.start()
      }
    }
  }

  return {
    everFits: (bytes) => bytes <= most(bytes),
    takeNow: (bytes) => (fits(bytes) ? hold(bytes) : null),
    async take(bytes, signal) {
      if (signal.aborted) return null
      if (fits(bytes)) return hold(bytes)
      return new Promise((resolve) => {
        const end = (held: (() => void) | null) => {
          waiting.delete(one)
          clearTimeout(timer)
          signal.removeEventListener('abort', giveUp)
          resolve(held)
        }
        const giveUp = () => end(null)
        const one: Waiting = { bytes, start: () => end(hold(bytes)) }
        const timer = setTimeout(giveUp, waitMs)
        signal.addEventListener('abort', giveUp)
        waiting.add(one)
      })
    },
  }
}

export function createBodyBudget({ arrivingBytes, parsedBytes, waitMs }: BodyRoom): BodyBudget {
  let arriving = 0
  const memory = createMemoryQueue(parsedBytes, waitMs)
  return {
    takeNow: memory.takeNow,
    open({ raw }) {
      let own = 0
      let dropValues = () => {}
      const dropBytes = () => {
        arriving -= own
        own = 0
      }
      const gone = new AbortController()
      const end = () => {
        gone.abort()
        dropBytes()
        dropValues()
      }
      if (raw.closed) end()
      else raw.once('close', end)
      return {
        arrived(bytes) {
          if (gone.signal.aborted || arriving + bytes > arrivingBytes) throw busy()
          arriving += bytes
          own += bytes
        },
        async parsed(bytes, work) {
          if (!memory.everFits(bytes)) throw new ApiError('payload_too_large', message('api.body_takes_memory'))
          const giveBack = await memory.take(bytes, gone.signal)
          if (!giveBack) throw busy()
          // The caller may have left just now.
          if (gone.signal.aborted) giveBack()
          else dropValues = giveBack
          try {
            return await work()
          } finally {
            dropBytes()
          }
        },
      }
    },
  }
}
