/** What a download reports to its user: its progress, and failures in words. */
import { BridgeFailure } from '../../shared/bridge/failure.ts'
import type { ModelDownloadUpdate, ModelGetError } from '../../shared/bridge/model-downloads.ts'
import { type Message, message } from '../../shared/messages/message.ts'

const EVERY_MS = 200

export interface DownloadProgress {
  downloading(received: number, total: number | null): void
  /** Emits the begin of a phase after the download. */
  phase(phase: 'checking' | 'importing', size: number): Promise<void>
  /** Drops the figure that waits for its turn. */
  end(): void
}

/** Estimates the time left of a download from the bytes of its last seconds. */

const WINDOW_MS = 10_000
/** Shorter times give no estimate. */
const MIN_MS = 1_000

export class DownloadRate {
  private readonly samples: { at: number; bytes: number }[] = []

  /** `bytes`: all that were received so far; `now` in ms of a steady clock. */
  add(bytes: number, now: number): void {
    this.samples.push({ at: now, bytes })
    while (this.samples.length > 2 && now - (this.samples[0]?.at as number) > WINDOW_MS) this.samples.shift()
  }

  /** Null while unknown. */
  secondsLeft(total: number | null): number | null {
    const first = this.samples[0]
    const last = this.samples.at(-1)
    if (total === null || !first || !last || last.at - first.at < MIN_MS || last.bytes <= first.bytes) return null
    const perMs = (last.bytes - first.bytes) / (last.at - first.at)
    return Math.max(0, total - last.bytes) / perMs / 1000
  }
}

interface Bytes {
  received: number
  total: number | null
}

/** Sends updates: a few in a second, the newest first when the reader is slow. */
export function createProgress(emit: (update: ModelDownloadUpdate) => Promise<void>): DownloadProgress {
  const rate = new DownloadRate()
  let emittedAt = Number.NEGATIVE_INFINITY
  let emitting: Promise<void> | null = null
  let pending: Bytes | null = null
  let timer: NodeJS.Timeout | undefined

  function emitPending(): void {
    if (pending === null || emitting) return
    const { received, total } = pending
    const wait = emittedAt + EVERY_MS - performance.now()
    if (wait > 0 && received !== total) {
      // A download that stalls has no next call: its last bytes are shown after the interval.
      timer ??= setTimeout(() => {
        timer = undefined
        emitPending()
      }, Math.ceil(wait))
      return
    }
    pending = null
    emittedAt = performance.now()
    emitting = emit({
      type: 'progress',
      phase: 'downloading',
      received_bytes: received,
      total_bytes: total,
      seconds_left: rate.secondsLeft(total),
    })
      // The reader has left: its signal stops the download.
      .catch(() => {})
      .finally(() => {
        emitting = null
        emitPending()
      })
  }

  function end(): void {
    clearTimeout(timer)
    timer = undefined
    pending = null
  }

  return {
    downloading(received, total) {
      rate.add(received, performance.now())
      pending = { received, total }
      emitPending()
    },
    async phase(phase, size) {
      end()
      await emitting
      await emit({ type: 'progress', phase, received_bytes: size, total_bytes: size, seconds_left: null })
    },
    end,
  }
}

/** An error that crosses the bridge, and that the command line prints. */
export const downloadFailure = (code: ModelGetError, why: Message): BridgeFailure =>
  new BridgeFailure({ code, message: why })

export const errnoOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? 'unknown')

const FULL = ['ENOSPC', 'EDQUOT']

/** A failure of the disk; any other error as it is. */
export function diskFailure(error: unknown, folder: string): unknown {
  const errno = errnoOf(error)
  if (FULL.includes(errno)) return downloadFailure('disk_full', message('download.disk_full_meanwhile', { folder }))
  const isOfDisk = (error as { syscall?: unknown } | null)?.syscall !== undefined && /^E[A-Z]+$/.test(errno)
  if (!isOfDisk || !DISK_CALLS.has(String((error as { syscall?: unknown }).syscall))) return error
  return downloadFailure('file_unwritable', message('download.unwritable', { folder, reason: errno }))
}

/** Connections report `connect`, `read` and `getaddrinfo`; these are of files only. */
const DISK_CALLS = new Set(['open', 'mkdir', 'write', 'rename', 'unlink', 'rmdir', 'scandir', 'stat', 'lstat', 'fsync'])

const MEGABYTE = 1_000_000

/** Rounded up, so that a sentence never asks for too little. */
export const megabytes = (bytes: number): number => Math.ceil(bytes / MEGABYTE)
