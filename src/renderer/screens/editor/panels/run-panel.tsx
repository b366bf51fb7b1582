/** The live run of this workflow: progress, speed, counts, errors, and the link to its results. */
import { Button, Progress, Text } from '@mantine/core'
import { IconArrowRight, IconPlayerStop } from '@tabler/icons-react'
import type { RunCounts } from '../../../../shared/domain/event.ts'
import { isTerminal, stateOfRun, type WorkflowRun } from '../../../../shared/domain/run.ts'
import { navigate } from '../../../base/navigation/route.ts'
import { STATUS_WORDS } from '../../../base/ui/status-badge.tsx'
import { speedText } from '../../../parts/run/progress/run-speed.ts'
import { findNode, titleOf } from '../../../parts/workflow/document/document.ts'
import { LOCALE } from '../../../texts/language.ts'
import { messageText } from '../../../texts/message-text.ts'
import { texts } from '../../../texts/texts.ts'
import { useControls, useDocument, useRun, useSession } from '../session/editor-context.ts'
import classes from './dock.module.css'
import { IssueNote } from './issue-help.tsx'

export function RunPanel() {
  const run = useRun((s) => s.run)
  const busy = useRun((s) => s.busy)
  const problem = useRun((s) => s.problem)
  const lost = useRun((s) => s.lost)
  return (
    <div className={classes.run}>
      {problem !== null && (
        <div className={classes.wide}>
          <IssueNote level="error">
            <b>{texts.editor.panels.run.notStarted}</b> {problem}
          </IssueNote>
        </div>
      )}
      {!run && problem === null && (
        <Text size="sm" c="dimmed" className={classes.calm}>
          {busy === 'starting' ? texts.editor.panels.run.starting : texts.editor.panels.run.nothing}
        </Text>
      )}
      {run && <RunState run={run} lost={lost} cancelling={busy === 'cancelling'} />}
      {run && <Counts run={run} />}
    </div>
  )
}

function RunState({ run, lost, cancelling }: { run: WorkflowRun; lost: boolean; cancelling: boolean }) {
  const { runs } = useSession()
  const { progress, status } = run
  const live = !isTerminal(status)
  const share = progress.frames_total ? Math.min(1, progress.frames_done / progress.frames_total) : null
  const value = status === 'completed' ? 100 : (share ?? 0) * 100
  return (
    <div className={classes.progress}>
      <div className={classes.progressHead}>
        <span className={classes.state} data-status={stateOfRun(run)}>
          {cancelling ? texts.editor.panels.run.cancelling : STATUS_WORDS[stateOfRun(run)]}
        </span>
        {live && share !== null && <b className="figures">{Math.floor(share * 100)} %</b>}
        {lost && (
          <Text size="xs" c="var(--sl-warn)">
            {texts.editor.panels.run.lost}
          </Text>
        )}
        <span className={classes.progressActions}>
          {live ? (
            <Button
              variant="default"
              leftSection={<IconPlayerStop size={14} />}
              loading={cancelling}
              onClick={() => void runs.cancel()}
            >
              {texts.ui.words.cancel}
            </Button>
          ) : (
            <Button
              variant={status === 'completed' ? 'filled' : 'default'}
              data-tour="results"
              rightSection={<IconArrowRight size={14} />}
              onClick={() => navigate({ screen: 'run', runId: run.id })}
            >
              {status === 'completed' ? texts.editor.panels.run.openResults : texts.editor.panels.run.openRun}
            </Button>
          )}
        </span>
      </div>
      <Progress
        value={live && share === null ? 100 : value}
        size={6}
        animated={live}
        color={
          status === 'error' ? 'red' : status === 'cancelled' ? 'gray' : status === 'completed' ? 'green' : undefined
        }
        data-tour="progress"
        aria-label={texts.runs.panels.progress.ofRun}
      />
      <Facts run={run} live={live} />
      <Failure run={run} />
    </div>
  )
}

const words = texts.editor.panels.runWords

/** 75 -> "1 min 15 s". */
function duration(seconds: number): string {
  const s = Math.max(0, Math.round(seconds))
  if (s < 60) return `${s} s`
  if (s < 3600) return `${Math.floor(s / 60)} min ${s % 60} s`
  return `${Math.floor(s / 3600)} h ${Math.floor((s % 3600) / 60)} min`
}

interface CountRow {
  key: string
  nodeId: string
  name: string
  facts: { label: string; value: string }[]
}

const number = new Intl.NumberFormat(LOCALE)

export function countRows(counts: RunCounts): CountRow[] {
  return [
    ...counts.lines.map((l) => ({
      key: `line-${l.node_id}-${l.name}`,
      nodeId: l.node_id,
      name: l.name,
      facts: [
        { label: 'A → B', value: number.format(l.a_to_b) },
        { label: 'B → A', value: number.format(l.b_to_a) },
      ],
    })),
    ...counts.zones.map((z) => ({
      key: `zone-${z.node_id}-${z.name}`,
      nodeId: z.node_id,
      name: z.name,
      facts: [
        { label: words.visits, value: number.format(z.visits) },
        { label: words.peak, value: number.format(z.peak_occupancy) },
        { label: words.dwell, value: duration(z.dwell_s) },
      ],
    })),
  ]
}

function Facts({ run, live }: { run: WorkflowRun; live: boolean }) {
  const { frames_done, frames_total, seconds_left, media_time_s } = run.progress
  const facts: [string, string][] = [
    [texts.runs.words.frames, frames_total ? texts.runs.words.ofAll(frames_done, frames_total) : String(frames_done)],
    [texts.runs.panels.progress.videoTime, duration(media_time_s)],
    [texts.runs.words.speed, speedText(run) ?? '–'],
  ]
  if (live) facts.push([texts.editor.panels.run.timeLeft, seconds_left === null ? '…' : duration(seconds_left)])
  else if (run.started_at && run.finished_at) {
    facts.push([texts.runs.words.took, duration((Date.parse(run.finished_at) - Date.parse(run.started_at)) / 1000)])
  }
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Failure({ run }: { run: WorkflowRun }) {
  const { actions } = useControls()
  const doc = useDocument((s) => s.doc)
  if (!run.error) return null
  const node = run.error.node_id === null ? undefined : findNode(doc.graph, run.error.node_id)
  return (
    <IssueNote level="error">
      {messageText(run.error)}
      {node && (
        <Button ml="xs" size="compact-xs" variant="default" onClick={() => actions.showNode(node.id)}>
          {texts.editor.panels.run.show(titleOf(doc, node))}
        </Button>
      )}
    </IssueNote>
  )
}

function Counts({ run }: { run: WorkflowRun }) {
  const rows = countRows(run.counts)
  if (rows.length === 0) return null
  return (
    <table className={classes.counts} aria-label={texts.editor.panels.run.counts}>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <th scope="row">{row.name}</th>
            {row.facts.map((fact) => (
              <td key={fact.label}>
                <b>{fact.value}</b> {fact.label}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
