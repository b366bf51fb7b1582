/** Progress of a download on stderr: a bar on a terminal, a plain line every few seconds elsewhere. */
import cliProgress from 'cli-progress'
import type { ModelDownloadUpdate } from '../shared/bridge/model-downloads.ts'
import { say } from './terminal.ts'

type Progress = ModelDownloadUpdate & { type: 'progress' }

export interface DownloadDisplay {
  update(progress: Progress): void
  /** Clears the display for other output. */
  stop(): void
}

const LINE_EVERY_MS = 5000

const PHASES = { checking: 'Checking the file.', importing: 'Importing the model.' } as const

export const createDownloadDisplay = (): DownloadDisplay => (process.stderr.isTTY ? bar() : lines())

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1)

const timeLeft = ({ seconds_left }: Progress): string =>
  seconds_left === null ? 'time left unknown' : `${Math.ceil(seconds_left)} s left`

function bar(): DownloadDisplay {
  const display = new cliProgress.SingleBar(
    {
      format: '{bar} {percentage}%  {done} of {all} MB  {left}',
      stream: process.stderr,
      hideCursor: true,
      clearOnComplete: true,
    },
    cliProgress.Presets.shades_classic,
  )
  let started = false
  const stop = () => {
    if (started) display.stop()
    started = false
  }
  return {
    update(progress) {
      const { phase, received_bytes, total_bytes } = progress
      if (phase !== 'downloading') {
        stop()
        return say(PHASES[phase])
      }
      const total = total_bytes ?? received_bytes
      const all = total_bytes === null ? '?' : megabytes(total_bytes)
      const payload = { done: megabytes(received_bytes), all, left: timeLeft(progress) }
      if (!started) display.start(total, received_bytes, payload)
      started = true
      display.setTotal(total)
      display.update(received_bytes, payload)
    },
    stop,
  }
}

function lines(): DownloadDisplay {
  let saidAt = Number.NEGATIVE_INFINITY
  return {
    update(progress) {
      const { phase, received_bytes, total_bytes } = progress
      if (phase !== 'downloading') return say(PHASES[phase])
      const now = performance.now()
      if (now - saidAt < LINE_EVERY_MS && received_bytes !== total_bytes) return
      saidAt = now
      const all = total_bytes === null ? '' : ` of ${megabytes(total_bytes)}`
      say(`${megabytes(received_bytes)}${all} MB, ${timeLeft(progress)}`)
    },
    stop: () => undefined,
  }
}
