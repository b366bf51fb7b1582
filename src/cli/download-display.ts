/** Progress of a download on stderr: a bar on a terminal, a line every few seconds elsewhere. */
import cliProgress from 'cli-progress'
import { say } from './terminal.ts'

export interface DownloadDisplay {
  /** In bytes; the total is null when unknown. */
  update(received: number, total: number | null): void
  stop(): void
}

const LINE_EVERY_MS = 5000
const toMegabytes = (bytes: number): number => Math.round(bytes / 1e6)

export const createDownloadDisplay = (): DownloadDisplay => (process.stderr.isTTY ? bar() : lines())

function bar(): DownloadDisplay {
  const display = new cliProgress.SingleBar(
    {
      format: '{bar} {percentage}%  {value}/{total} MB  {eta_formatted} left',
      stream: process.stderr,
      hideCursor: true,
    },
    cliProgress.Presets.shades_classic,
  )
  let isStarted = false
  return {
    update(received, total) {
      const value = toMegabytes(received)
      if (!isStarted) display.start(toMegabytes(total ?? received), value)
      isStarted = true
      if (total === null) display.setTotal(value)
      display.update(value)
    },
    stop() {
      if (isStarted) display.stop()
    },
  }
}

function lines(): DownloadDisplay {
  let saidAt = performance.now()
  return {
    update(received, total) {
      const now = performance.now()
      if (now - saidAt < LINE_EVERY_MS) return
      saidAt = now
      const share = total ? ` of ${toMegabytes(total)} MB (${Math.floor((100 * received) / total)}%)` : ' MB'
      say(`${toMegabytes(received)}${share}`)
    },
    stop: () => undefined,
  }
}
