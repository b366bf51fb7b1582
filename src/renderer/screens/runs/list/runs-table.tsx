/** The table of runs: workflow, source, time, status and counts. */
import { ActionIcon, Button, Checkbox, Progress, VisuallyHidden } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconPlayerPlay } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import type { RunCounts } from '../../../../shared/domain/event.ts'
import { isTerminal, stateOfRun, type WorkflowRun } from '../../../../shared/domain/run.ts'
import { contributed, useExtensions } from '../../../base/extensions/extensions.ts'
import { formatBytes, formatDuration, formatFullDate, formatTimeLeft, formatWhen } from '../../../base/format/format.ts'
import { hrefOf, navigate } from '../../../base/navigation/route.ts'
import { StatusBadge } from '../../../base/ui/status-badge.tsx'
import { NoteMark, RowTags } from '../../../parts/run/labels/row-labels.tsx'
import { useLabelsOf } from '../../../parts/run/labels/use-labels.ts'
import { progressShare } from '../../../parts/run/progress/progress-panel.tsx'
import { speedText, wallSeconds } from '../../../parts/run/progress/run-speed.ts'
import classes from '../../../parts/run/queue/runs-table.module.css'
import type { Queue } from '../../../parts/run/queue/use-queue.ts'
import { messageText } from '../../../texts/message-text.ts'
import { formatCount } from '../../../texts/plural.ts'
import { texts } from '../../../texts/texts.ts'
import type { RunActions } from '../actions/use-run-actions.ts'
import { totalSize } from '../artifact-list/artifact-links.ts'
import { RowMenu } from './row-menu.tsx'

interface RunsTableProps {
  runs: readonly WorkflowRun[]
  actions: RunActions
  queue: Queue
  /** Seconds until each queued run starts, as far as known. */
  starts: ReadonlyMap<string, number>
  /** Ids of the chosen runs; only ended runs can be chosen. */
  chosen: ReadonlySet<string>
  onChoose: (chosen: ReadonlySet<string>) => void
  onMore: (() => void) | null
  /** Shows the runs with this tag. */
  onTag: (tag: string) => void
  onChanged: () => void
}

export function RunsTable({
  runs,
  actions,
  queue,
  starts,
  chosen,
  onChoose,
  onMore,
  onTag,
  onChanged,
}: RunsTableProps) {
  const ended = runs.filter((run) => isTerminal(run.status))
  const all = ended.length > 0 && ended.every((run) => chosen.has(run.id))
  const some = ended.some((run) => chosen.has(run.id))
  const choose = (id: string) =>
    onChoose(new Set(chosen.has(id) ? [...chosen].filter((other) => other !== id) : [...chosen, id]))
  return (
    <div className={classes.scroll}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th className={classes.choice}>
              <Checkbox
                size="xs"
                aria-label={texts.runs.list.table.chooseAll}
                checked={all}
                indeterminate={some && !all}
                disabled={ended.length === 0}
                onChange={() => onChoose(new Set(all ? [] : ended.map((run) => run.id)))}
              />
            </th>
            <th scope="col">{texts.runs.list.screen.status}</th>
            <th scope="col">{texts.labels.list.run}</th>
            <th scope="col">{texts.runs.list.table.source}</th>
            <th scope="col">{texts.runs.words.started}</th>
            <th scope="col" data-figure>
              {texts.runs.words.took}
            </th>
            <th scope="col" data-figure>
              {texts.runs.words.frames}
            </th>
            <th scope="col" data-figure>
              {texts.runs.runSizes.column}
            </th>
            <th scope="col" data-counts>
              {texts.runs.list.table.counts}
            </th>
            <th>
              <VisuallyHidden>{texts.runs.list.table.more}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <RunRow
              key={run.id}
              run={run}
              actions={actions}
              queue={queue}
              onTag={onTag}
              onChanged={onChanged}
              startsIn={starts.get(run.id) ?? null}
              chosen={chosen.has(run.id)}
              onChoose={() => choose(run.id)}
            />
          ))}
        </tbody>
      </table>
      {onMore && (
        <Button variant="default" m="md" onClick={onMore}>
          {texts.runs.list.table.older}
        </Button>
      )}
    </div>
  )
}

interface RunRowProps {
  run: WorkflowRun
  actions: RunActions
  queue: Queue
  /** Seconds until it starts; null when unknown. */
  startsIn: number | null
  chosen: boolean
  onChoose: () => void
  onTag: (tag: string) => void
  onChanged: () => void
}

function RunRow({ run, actions, queue, startsIn, chosen, onChoose, onTag, onChanged }: RunRowProps) {
  const { name } = useLabelsOf(run.id)
  const { runChips } = useExtensions()
  const title = name ?? run.workflow_name
  const href = hrefOf({ screen: 'run', runId: run.id })
  const started = run.started_at ?? run.created_at
  const took = wallSeconds(run)
  // A click anywhere in the row opens the run; keyboard and screen readers use the link.
  const open = (event: MouseEvent) => {
    if (!(event.target as HTMLElement).closest('a, button, label, input, [data-choice], [role="menu"]'))
      navigate({ screen: 'run', runId: run.id })
  }
  return (
    <tr onClick={open} data-chosen={chosen || undefined}>
      <td className={classes.choice} data-choice>
        <Checkbox
          size="xs"
          aria-label={texts.runs.list.table.choose(title, formatFullDate(started))}
          checked={chosen}
          disabled={!isTerminal(run.status)}
          onChange={onChoose}
        />
      </td>
      <td>
        <StatusBadge status={stateOfRun(run)} />
      </td>
      <td className={classes.run}>
        <span className={classes.title}>
          <a className={classes.name} href={href} title={title}>
            {title}
          </a>
          {name !== null && <small title={run.workflow_name}>{run.workflow_name}</small>}
          <NoteMark runId={run.id} href={href} />
          {contributed(runChips, { runId: run.id })}
        </span>
        <RowTags runId={run.id} onTag={onTag} />
      </td>
      <td className={classes.dim}>{run.source?.name}</td>
      <td className={classes.dim}>
        <time dateTime={started} title={formatFullDate(started)}>
          {formatWhen(started)}
        </time>
      </td>
      <td data-figure>{took === null ? '' : formatDuration(took)}</td>
      <td data-figure>{run.progress.frames_done > 0 && formatCount(run.progress.frames_done)}</td>
      <td data-figure>{run.artifacts.length > 0 && formatBytes(totalSize(run.artifacts))}</td>
      <td className={classes.wide}>
        <Result run={run} actions={actions} queue={queue} startsIn={startsIn} />
      </td>
      <td className={classes.menu}>
        <RowMenu run={run} title={title} actions={actions} onChanged={onChanged} />
      </td>
    </tr>
  )
}

function Result({ run, actions, queue, startsIn }: Pick<RunRowProps, 'run' | 'actions' | 'queue' | 'startsIn'>) {
  if (isTerminal(run.status)) return <Outcome run={run} actions={actions} />
  return run.status === 'queued' ? <Waiting run={run} queue={queue} startsIn={startsIn} /> : <Live run={run} />
}

function Waiting({ run, queue, startsIn }: Pick<RunRowProps, 'run' | 'queue' | 'startsIn'>) {
  const place = queue.ids.indexOf(run.id)
  if (place < 0) return null
  const what = texts.runs.list.table.runOn(run.workflow_name, run.source?.name ?? texts.runs.list.table.itsSource)
  return (
    <span className={classes.live}>
      <span className={classes.place}>
        {place === 0 ? texts.runs.list.table.nextInLine : texts.runs.list.table.inLine(place + 1, queue.ids.length)}
      </span>
      <ActionIcon
        size={26}
        disabled={place === 0}
        aria-label={texts.runs.list.table.moveUp(what)}
        onClick={() => queue.move(run.id, -1)}
      >
        <IconChevronUp size={15} />
      </ActionIcon>
      <ActionIcon
        size={26}
        disabled={place === queue.ids.length - 1}
        aria-label={texts.runs.list.table.moveDown(what)}
        onClick={() => queue.move(run.id, 1)}
      >
        <IconChevronDown size={15} />
      </ActionIcon>
      {startsIn !== null && <span>{texts.runs.list.table.startsIn(formatDuration(startsIn))}</span>}
    </span>
  )
}

function Outcome({ run, actions }: Pick<RunRowProps, 'run' | 'actions'>) {
  if (run.resumable) {
    return (
      <span className={classes.live}>
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconPlayerPlay size={13} />}
          aria-label={texts.runs.list.table.resume(run.workflow_name)}
          onClick={() => void actions.resume(run)}
        >
          {texts.runs.page.buttons.resume}
        </Button>
        {run.error && <span title={messageText(run.error)}>{messageText(run.error)}</span>}
      </span>
    )
  }
  if (run.status === 'error') {
    return (
      <span className={classes.dim} title={run.error ? messageText(run.error) : undefined}>
        {run.error && messageText(run.error)}
      </span>
    )
  }
  return countsSummary(run.counts)
}

function Live({ run }: { run: WorkflowRun }) {
  const share = progressShare(run)
  const { seconds_left } = run.progress
  const speed = speedText(run)
  return (
    <span className={classes.live}>
      <Progress
        value={(share ?? 0) * 100}
        size={4}
        w={120}
        aria-label={texts.runs.list.table.progress(run.workflow_name)}
      />
      <span>
        {share !== null && `${Math.floor(share * 100)} %`}
        {seconds_left !== null ? ` · ${formatTimeLeft(seconds_left)}` : speed !== null && ` · ${speed}`}
      </span>
    </span>
  )
}

/** Formats counts on one line. `Kerb line: 12 A → B, 8 B → A · Square: 5 visits`; empty when nothing was measured. */
export function countsSummary({ lines, zones }: RunCounts): string {
  const ofLine = (l: RunCounts['lines'][number]) =>
    `${l.name}: ${formatCount(l.a_to_b)} A → B, ${formatCount(l.b_to_a)} B → A`
  const ofZone = (z: RunCounts['zones'][number]) => `${z.name}: ${texts.runs.words.visits(z.visits)}`
  return [...lines.map(ofLine), ...zones.map(ofZone)].join(' · ')
}
