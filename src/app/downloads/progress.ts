/** Progress updates of a download: a few in a second, the newest first when the reader is slow. */
import type { ModelDownloadUpdate } from '../../shared/bridge/model-downloads.ts'
import { DownloadRate } from './download-rate.ts'

const EVERY_MS = 200

export interface DownloadProgress {
  downloading(received: number, total: number | null): void
  /** Emits the begin of a phase after the download. */
  phase(phase: 'checking' | 'importing', size: number): Promise<void>
}

export function createProgress(emit: (update: ModelDownloadUpdate) => Promise<void>): DownloadProgress {
  const rate = new DownloadRate()
  let emittedAt = Number.NEGATIVE_INFINITY
  let emitting: Promise<void> | null = null
  return {
    downloading(received, total) {
      const now = performance.now()
      rate.add(received, now)
      if (emitting || (now - emittedAt < EVERY_MS && received !== total)) return
      emittedAt = now
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
        })
    },
    async phase(phase, size) {
      await emitting
      await emit({ type: 'progress', phase, received_bytes: size, total_bytes: size, seconds_left: null })
    },
  }
}
