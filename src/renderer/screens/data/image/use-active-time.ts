/** Reports the time that a person works on an image of a task. */
import { useEffect } from 'react'
import { MAX_ACTIVE_SECONDS } from '../../../../shared/api/tasks.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { createActiveTime } from './active-time.ts'

const EVERY_MS = 60_000
const INPUTS = ['pointermove', 'pointerdown', 'keydown', 'wheel'] as const

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
