/** Reports the time that a person works on an image of a task. */
import { useEffect } from 'react'
import { MAX_ACTIVE_SECONDS } from '../../../../shared/api/tasks.ts'
import { useHost } from '../../../base/host/host-context.ts'

const EVERY_MS = 60_000
const INPUTS = ['pointermove', 'pointerdown', 'keydown', 'wheel'] as const

/** Measures how long a person works: the time between inputs, without pauses. */

/** A longer time between two inputs is a pause, which does not count. */
const PAUSE_MS = 60_000

interface ActiveTime {
  /** Notes an input. `nowMs`: of a clock that never goes back. */
  input(nowMs: number): void
  /** Returns the whole seconds since the last call; the rest counts for the next one. */
  take(): number
}

export function createActiveTime(): ActiveTime {
  let lastMs: number | null = null
  let activeMs = 0
  return {
    input(nowMs) {
      if (lastMs !== null && nowMs - lastMs <= PAUSE_MS) activeMs += nowMs - lastMs
      lastMs = nowMs
    },
    take() {
      const seconds = Math.floor(activeMs / 1000)
      activeMs -= seconds * 1000
      return seconds
    },
  }
}

/** @param taskId undefined when the image was not opened from a task, or the caller may not work on it */
export function useActiveTime(taskId: string | undefined, imageId: string): void {
  const host = useHost()
  useEffect(() => {
    if (taskId === undefined) return
    const time = createActiveTime()
    const note = () => time.input(performance.now())
    const report = () => {
      const active_seconds = Math.min(time.take(), MAX_ACTIVE_SECONDS)
      if (active_seconds === 0) return
      const body = { image_id: imageId, active_seconds }
      // Work on an image never waits for its report, and a refused one, as of a key without a person, is no error of the page.
      host.api('tasks.activity', { params: { task_id: taskId }, body }).catch(() => undefined)
    }
    note()
    for (const type of INPUTS) window.addEventListener(type, note, { passive: true })
    window.addEventListener('pagehide', report)
    const timer = setInterval(report, EVERY_MS)
    return () => {
      report()
      clearInterval(timer)
      window.removeEventListener('pagehide', report)
      for (const type of INPUTS) window.removeEventListener(type, note)
    }
  }, [host, taskId, imageId])
}
