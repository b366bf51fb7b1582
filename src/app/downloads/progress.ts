/** Progress updates of a download: a few in a second, the newest first when the reader is slow. */
import type { ModelDownloadUpdate } from '../../shared/bridge/model-downloads.ts'
import { DownloadRate } from './download-rate.ts'

const EVERY_MS = 200

export interface DownloadProgress {
  downloading(received: number, total: number | null): void
  /** Emits the begin of a phase after the download. */
  phase(phase: 'checking' | 'importing', size: number): Promise<void>
  /** Drops the figure that waits for its turn. */
  end(): void
}

interface Bytes {
  received: number
  total: number | null
}

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
