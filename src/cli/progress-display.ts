/** Progress of runs and downloads on stderr: a bar on a terminal, a plain line every few seconds elsewhere. */
import cliProgress from 'cli-progress'
import type { ModelDownloadUpdate } from '../shared/bridge/model-downloads.ts'
import type { RunProgress } from '../shared/domain/run.ts'
import { say } from './terminal.ts'

export interface ProgressDisplay {
  update(progress: RunProgress): void
  /** Clears the display for other output. */
  stop(): void
}

const LINE_EVERY_MS = 5000

export const createProgressDisplay = (): ProgressDisplay => (process.stderr.isTTY ? runBar() : runLines())

const timeLeft = ({ seconds_left }: { seconds_left: number | null }): string =>
  seconds_left === null ? 'time left unknown' : `${Math.ceil(seconds_left)} s left`

function runBar(): ProgressDisplay {
  const display = new cliProgress.SingleBar(
    {
      format: '{bar} {percentage}%  {value}/{total} frames  {speed} frames/s  {left}',
      stream: process.stderr,
      hideCursor: true,
      clearOnComplete: true,
    },
    cliProgress.Presets.shades_classic,
  )
  let started = false
  return {
    update(progress) {
      const total = progress.frames_total ?? progress.frames_done
      const payload = { speed: progress.fps.toFixed(1), left: timeLeft(progress) }
      if (!started) display.start(total, progress.frames_done, payload)
      started = true
      display.setTotal(total)
      display.update(progress.frames_done, payload)
    },
    stop() {
      if (started) display.stop()
    },
  }
}

function runLines(): ProgressDisplay {
  let saidAt = Number.NEGATIVE_INFINITY
  let saidFrames = -1
  return {
    update(progress) {
      const now = performance.now()
      const total = progress.frames_total
      const isDue = now - saidAt >= LINE_EVERY_MS || progress.frames_done === total
      if (!isDue || progress.frames_done === saidFrames) return
      saidAt = now
      saidFrames = progress.frames_done
      const share = total ? ` (${Math.floor((100 * progress.frames_done) / total)}%)` : ''
      const frames = `${progress.frames_done}${total === null ? '' : ` of ${total}`} frames${share}`
      say(`${frames}, ${progress.fps.toFixed(1)} frames/s, ${timeLeft(progress)}`)
    },
    stop: () => undefined,
  }
}

type Progress = ModelDownloadUpdate & { type: 'progress' }

interface DownloadDisplay {
  update(progress: Progress): void
  /** Clears the display for other output. */
  stop(): void
}

const PHASES = { checking: 'Checking the file.', importing: 'Importing the model.' } as const

export const createDownloadDisplay = (): DownloadDisplay => (process.stderr.isTTY ? downloadBar() : downloadLines())

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1)

function downloadBar(): DownloadDisplay {
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

function downloadLines(): DownloadDisplay {
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
