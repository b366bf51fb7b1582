/** A desktop notification when a run ends while nobody looks at the window. */
import { useEffect } from 'react'
import { isTerminal, type RunStatus, type WorkflowRun } from '../../shared/domain/run.ts'
import { formatCount } from '../messages/plural.ts'
import { useHost } from './host.ts'
import { navigate } from './route.ts'
import { useSettings } from './settings-context.tsx'

const EVERY_MS = 3_000
const NEWEST = 50

/** Asks the system; to be called on a click. Null when notifications may be shown, else what to do about it. */
export async function askForNotices(): Promise<string | null> {
  if (typeof Notification === 'undefined') return 'This browser can’t show notifications.'
  const answer =
    Notification.permission === 'default' ? await Notification.requestPermission() : Notification.permission
  if (answer === 'granted') return null
  return 'Notifications are blocked. Allow them for this page in the browser’s settings, then turn this on again.'
}

/** Title and text for a run that completed or failed. */
export function noticeOf(run: WorkflowRun): { title: string; body: string } {
  const counted = run.counts.lines.reduce((sum, line) => sum + line.a_to_b + line.b_to_a, 0)
  const counts = run.counts.lines.length > 0 ? ` ${formatCount(counted)} crossings counted.` : ''
  return {
    title: `“${run.workflow_name}” ${run.status === 'error' ? 'failed' : 'has run'}`,
    body: run.error?.message ?? `${run.source?.name ?? ''}.${counts}`,
  }
}

/** Looks for ends only while the setting is on and the system has allowed it. */
export function useRunEndNotices(): void {
  const host = useHost()
  const { settings } = useSettings()
  const wanted = settings.notify_run_end ?? false
  useEffect(() => {
    if (!wanted || typeof Notification === 'undefined') return
    const known = new Map<string, RunStatus>()
    let busy = false
    const look = async () => {
      if (busy || Notification.permission !== 'granted') return
      busy = true
      const runs = await host.api('workflowRuns.list', { query: { limit: NEWEST } }).catch(() => [])
      busy = false
      for (const run of runs) {
        const before = known.get(run.id)
        known.set(run.id, run.status)
        const ended = before !== undefined && !isTerminal(before) && isTerminal(run.status)
        if (ended && run.status !== 'cancelled' && !document.hasFocus()) show(run)
      }
    }
    void look()
    const timer = setInterval(() => void look(), EVERY_MS)
    return () => clearInterval(timer)
  }, [host, wanted])
}

function show(run: WorkflowRun): void {
  const { title, body } = noticeOf(run)
  const notice = new Notification(title, { body, tag: run.id })
  notice.onclick = () => {
    window.focus()
    navigate({ screen: 'run', runId: run.id })
    notice.close()
  }
}
