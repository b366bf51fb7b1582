/** Times between the frames that a page renders during an interaction. */
import type { Page } from '@playwright/test'

export interface FrameTimes {
  frames: number
  p50: number
  p95: number
  worst: number
}

interface Recorder {
  times: number[]
  on: boolean
}

/** Milliseconds from one animation frame to the next during `work`. */
export async function frameTimes(page: Page, work: () => Promise<void>): Promise<FrameTimes> {
  await page.evaluate(() => {
    const recorder: Recorder = { times: [], on: true }
    Object.assign(window, { recorder })
    let last = performance.now()
    const tick = (now: number) => {
      recorder.times.push(now - last)
      last = now
      if (recorder.on) requestAnimationFrame(tick)
    }
    requestAnimationFrame(tick)
  })
  await work()
  const times = await page.evaluate(() => {
    const { recorder } = window as unknown as { recorder: Recorder }
    recorder.on = false
    return recorder.times
  })
  // The first one is the time until recording began.
  const sorted = times.slice(1).sort((a, b) => a - b)
  if (sorted.length === 0) throw new Error('the page rendered no frames')
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] as number
  return { frames: sorted.length, p50: at(0.5), p95: at(0.95), worst: at(1) }
}
