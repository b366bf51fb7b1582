/** Progress on stderr: a bar on a terminal, a plain line every few seconds elsewhere. */
import cliProgress from 'cli-progress'
import type { RunProgress } from '../shared/domain/run.ts'
import { say } from './terminal.ts'

export interface ProgressDisplay {
  update(progress: RunProgress): void
  /** Clears the display for other output. */
  stop(): void
}

const LINE_EVERY_MS = 5000

export const createProgressDisplay = (): ProgressDisplay => (process.stderr.isTTY ? bar() : lines())

const timeLeft = ({ seconds_left }: RunProgress): string =>
  seconds_left === null ? 'time left unknown' : `${Math.ceil(seconds_left)} s left`

function bar(): ProgressDisplay {
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

function lines(): ProgressDisplay {
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
