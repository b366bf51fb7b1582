/** Shows a desktop notification when a run ends while the window does not have the focus. */
import { useEffect } from 'react'
import { isInterrupted, isTerminal, type RunStatus, type WorkflowRun } from '../../shared/domain/run.ts'
import { useHost } from '../base/host/host-context.ts'
import { navigate } from '../base/navigation/route.ts'
import { useSettings } from '../base/settings/settings-context.tsx'
import { messageText } from '../texts/message-text.ts'
import { texts } from '../texts/texts.ts'

const words = texts.shell.runEndNotices
const EVERY_MS = 3_000
const NEWEST = 50

/** Returns the title and text for a run that completed or failed. */
export function noticeOf(run: WorkflowRun): { title: string; body: string } {
  const counted = run.counts.lines.reduce((sum, line) => sum + line.a_to_b + line.b_to_a, 0)
  const source = run.source?.name ?? ''
  const title = words[isInterrupted(run) ? 'interrupted' : run.status === 'error' ? 'failed' : 'completed'](
    run.workflow_name,
  )
  if (run.error) return { title, body: messageText(run.error) }
  return { title, body: run.counts.lines.length > 0 ? words.counted(source, counted) : `${source}.` }
}

/** Watches runs only while the setting is on and notifications are allowed. */
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
