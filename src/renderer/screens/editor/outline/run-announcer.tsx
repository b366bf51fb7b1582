/** Announces the progress of a run to screen readers: each change of state, and each quarter of progress. */
import { VisuallyHidden } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { WorkflowRun } from '../../../../shared/domain/run.ts'
import { texts } from '../../../texts/texts.ts'
import { countRows } from '../panels/run-panel.tsx'
import { useSession } from '../session/editor-context.ts'

const words = texts.outline.run

export function RunAnnouncer() {
  const { runs } = useSession()
  const [said, setSaid] = useState('')
  useEffect(
    () =>
      runs.store.subscribe(({ run }, { run: before }) => {
        const news = run && newsOf(run, before)
        if (news) setSaid(news)
      }),
    [runs],
  )
  return (
    <VisuallyHidden role="status" aria-live="polite" data-testid="run-news">
      {said}
    </VisuallyHidden>
  )
}

/** Returns the news since the previous state; null when there is nothing to announce. */
export function newsOf(run: WorkflowRun, before: WorkflowRun | null): string | null {
  if (before?.id !== run.id || before.status !== run.status) return stateOf(run)
  const [was, now] = [quartersOf(before), quartersOf(run)]
  return run.status === 'processing' && now > was && now < 4 ? words.share(now * 25) : null
}

const quartersOf = ({ progress: { frames_done, frames_total } }: WorkflowRun) =>
  frames_total ? Math.floor((4 * frames_done) / frames_total) : 0

function stateOf(run: WorkflowRun): string {
  switch (run.status) {
    case 'completed': {
      const counts = countRows(run.counts).map(
        (row) => `${row.name}: ${row.facts.map((f) => `${f.value} ${f.label}`).join(', ')}.`,
      )
      return words.completed(counts.join(' '))
    }
    case 'error':
      return words.error(run.error?.message ?? '')
    default:
      return words[run.status]
  }
}
