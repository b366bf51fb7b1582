/** Runs as rows: what ran on what, when, how it ended, and what was counted. */
import { ActionIcon, Button, Menu, Progress, VisuallyHidden } from '@mantine/core'
import { IconDots, IconFolder, IconPlayerStop, IconReload, IconTrash } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import { isTerminal, type WorkflowRun } from '../../../shared/domain/run.ts'
import { useHost } from '../../shell/host.ts'
import { hrefOf, navigate } from '../../shell/route.ts'
import { formatCount, formatDuration, formatFullDate, formatTimeLeft, formatWhen } from '../../ui/format.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { progressShare } from '../panels/progress-panel.tsx'
import type { RunActions } from '../use-run-actions.ts'
import { wallSeconds } from '../wall-time.ts'
import { countsSummary } from './counts-summary.ts'
import classes from './runs-table.module.css'

interface RunsTableProps {
  runs: readonly WorkflowRun[]
  actions: RunActions
  onMore: (() => void) | null
  onChanged: () => void
}

export function RunsTable({ runs, actions, onMore, onChanged }: RunsTableProps) {
  return (
    <div className={classes.scroll}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Status</th>
            <th scope="col">Workflow</th>
            <th scope="col">Source</th>
            <th scope="col">Started</th>
            <th scope="col" data-figure>
              Took
            </th>
            <th scope="col" data-figure>
              Frames
            </th>
            <th scope="col" data-counts>
              Counts
            </th>
            <th>
              <VisuallyHidden>More</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <RunRow key={run.id} run={run} actions={actions} onChanged={onChanged} />
          ))}
        </tbody>
      </table>
      {onMore && (
        <Button variant="default" m="md" onClick={onMore}>
          Show older runs
        </Button>
      )}
    </div>
  )
}

interface RunRowProps {
  run: WorkflowRun
  actions: RunActions
  onChanged: () => void
}

function RunRow({ run, actions, onChanged }: RunRowProps) {
  const href = hrefOf({ screen: 'run', runId: run.id })
  const started = run.started_at ?? run.created_at
  const took = wallSeconds(run)
  // A click anywhere opens the run; the link in the row is what the keyboard and screen readers use.
  const open = (event: MouseEvent) => {
    if (!(event.target as HTMLElement).closest('a, button, [role="menu"]')) navigate({ screen: 'run', runId: run.id })
  }
  return (
    <tr onClick={open}>
      <td>
        <StatusBadge status={run.status} />
      </td>
      <td>
        <a className={classes.name} href={href}>
          {run.workflow_name}
        </a>
      </td>
      <td className={classes.dim}>{run.source?.name}</td>
      <td className={classes.dim}>
        <time dateTime={started} title={formatFullDate(started)}>
          {formatWhen(started)}
        </time>
      </td>
      <td data-figure>{took === null ? '' : formatDuration(took)}</td>
      <td data-figure>{run.progress.frames_done > 0 && formatCount(run.progress.frames_done)}</td>
      <td className={classes.wide}>{isTerminal(run.status) ? <Outcome run={run} /> : <Live run={run} />}</td>
      <td className={classes.menu}>
        <RowMenu run={run} actions={actions} onChanged={onChanged} />
      </td>
    </tr>
  )
}

function Outcome({ run }: { run: WorkflowRun }) {
  if (run.status === 'error') {
    return (
      <span className={classes.dim} title={run.error?.message}>
        {run.error?.message}
      </span>
    )
  }
  return countsSummary(run.counts)
}

function Live({ run }: { run: WorkflowRun }) {
  const share = progressShare(run)
  const { fps, seconds_left } = run.progress
  return (
    <span className={classes.live}>
      <Progress value={(share ?? 0) * 100} size={4} w={120} aria-label={`Progress of ${run.workflow_name}`} />
      <span>
        {share !== null && `${Math.floor(share * 100)} %`}
        {seconds_left !== null ? ` · ${formatTimeLeft(seconds_left)}` : fps > 0 && ` · ${fps.toFixed(1)} frames/s`}
      </span>
    </span>
  )
}

function RowMenu({ run, actions, onChanged }: RunRowProps) {
  const { info } = useHost()
  const ended = isTerminal(run.status)
  return (
    <Menu position="bottom-end" width={170}>
      <Menu.Target>
        <ActionIcon aria-label={`More about this run of ${run.workflow_name}`}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {!ended && (
          <Menu.Item
            leftSection={<IconPlayerStop size={15} />}
            onClick={() => void actions.cancel(run).then(onChanged)}
          >
            Cancel
          </Menu.Item>
        )}
        {ended && run.workflow_id && (
          <Menu.Item leftSection={<IconReload size={15} />} onClick={() => void actions.runAgain(run)}>
            Run again
          </Menu.Item>
        )}
        {info.host === 'electron' && ended && (
          <Menu.Item leftSection={<IconFolder size={15} />} onClick={() => void actions.reveal(run)}>
            Show in folder
          </Menu.Item>
        )}
        {ended && (
          <Menu.Item color="red" leftSection={<IconTrash size={15} />} onClick={() => actions.remove(run, onChanged)}>
            Delete
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
