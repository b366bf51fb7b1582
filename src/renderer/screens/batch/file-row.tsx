/** A table row for one file of a batch: the state of its run, its counts and its actions. */
import { ActionIcon, Checkbox, Menu, Progress } from '@mantine/core'
import {
  IconAlertTriangleFilled,
  IconCircleDashed,
  IconDots,
  IconExternalLink,
  IconPlayerStop,
  IconReload,
  IconTrash,
} from '@tabler/icons-react'
import { formatDuration, formatTimeLeft } from '../../base/format/format.ts'
import { hrefOf } from '../../base/navigation/route.ts'
import { RefusableItem } from '../../base/ui/refusable-item.tsx'
import badge from '../../base/ui/status-badge.module.css'
import { StatusBadge } from '../../base/ui/status-badge.tsx'
import { useLabelsOf } from '../../parts/run/labels/use-labels.ts'
import { progressShare } from '../../parts/run/progress/progress-panel.tsx'
import { LOCALE } from '../../texts/language.ts'
import { formatCount } from '../../texts/plural.ts'
import { texts } from '../../texts/texts.ts'
import {
  type BatchRow,
  type CountGroup,
  countsOf,
  durationOf,
  type Figure,
  figureOf,
  figuresOf,
  isOpen,
  type RowState,
  tookOf,
} from './batch-rows.ts'
import classes from './batch-table.module.css'

const words = texts.batch

/** `1,204`, or `3.4 s` for a time. */
export const figureText = (value: number, figure: Figure): string =>
  figure === 'mean_dwell_s' ? texts.batch.seconds(SECONDS.format(value)) : formatCount(value)

const SECONDS = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 1, maximumFractionDigits: 1 })

const ICON = { size: 14, stroke: 2, 'aria-hidden': true } as const

/** The badge of a batch file's state: the status of its run, or the reason why it has none. */
function StateBadge({ state }: { state: RowState }) {
  if (state !== 'waiting' && state !== 'refused' && state !== 'gone') return <StatusBadge status={state} />
  return (
    <span className={badge.badge} data-status={state === 'refused' ? 'error' : 'cancelled'}>
      {state === 'refused' && <IconAlertTriangleFilled size={14} aria-hidden />}
      {state === 'waiting' && <IconCircleDashed {...ICON} />}
      {state === 'gone' && <IconTrash {...ICON} />}
      {texts.batch.states[state]}
    </span>
  )
}

export interface RowActions {
  /** The reason why the caller may not run a file again; null when it may. */
  refused: string | null
  runAgain(row: BatchRow): void
  cancel(row: BatchRow): void
}

interface FileRowProps {
  row: BatchRow
  groups: readonly CountGroup[]
  chosen: boolean
  onChoose: () => void
  actions: RowActions
}

export function FileRow({ row, groups, chosen, onChoose, actions }: FileRowProps) {
  const { item, run, state } = row
  const { name } = item.source
  const { name: runName } = useLabelsOf(run?.id ?? '')
  const duration = durationOf(row)
  const took = tookOf(row)
  return (
    <tr data-chosen={chosen || undefined}>
      <td className={classes.choice}>
        <Checkbox
          size="xs"
          aria-label={words.chooseFile(name)}
          checked={chosen}
          disabled={state !== 'completed'}
          onChange={onChoose}
        />
      </td>
      <td className={classes.file} title={runName === null ? name : `${name}: ${runName}`}>
        {run ? (
          <a className={classes.name} href={hrefOf({ screen: 'run', runId: run.id })}>
            {name}
            {runName !== null && <small> {runName}</small>}
          </a>
        ) : (
          <span className={classes.dim}>{name}</span>
        )}
      </td>
      <td className={classes.state}>
        {state === 'processing' && run ? <Live row={row} /> : <StateBadge state={state} />}
      </td>
      <td data-figure>
        {item.source.kind === 'image' ? words.setup.image : duration !== null && formatDuration(duration)}
      </td>
      <td data-figure>{took !== null && formatDuration(took)}</td>
      {countsOf(row) ? (
        <>
          {groups.map((group) =>
            figuresOf(group).map((figure, i) => {
              const value = figureOf(row, group, figure)
              return (
                <td
                  key={`${group.kind} ${group.nodeId} ${group.name} ${figure}`}
                  data-figure
                  data-first={i === 0 || undefined}
                  data-zero={value === 0 || undefined}
                >
                  {value !== null && figureText(value, figure)}
                </td>
              )
            }),
          )}
          <td className={classes.rest} />
        </>
      ) : (
        <td className={classes.note} colSpan={columnsOf(groups) + 1} title={noteOf(row)}>
          <span className={classes.noteText}>{noteOf(row)}</span>
        </td>
      )}
      <td className={classes.menu}>
        <RowMenu row={row} actions={actions} />
      </td>
    </tr>
  )
}

const columnsOf = (groups: readonly CountGroup[]) => groups.reduce((n, group) => n + figuresOf(group).length, 0)

/** The reason why a file has no figures. */
function noteOf({ state, run, item }: BatchRow): string {
  if (item.problem !== null) return item.problem
  if (state === 'error') return run?.error?.message ?? ''
  if (state === 'gone' || state === 'waiting' || state === 'cancelled') return words.notes[state]
  return ''
}

function Live({ row: { run, item, state } }: { row: BatchRow }) {
  const share = run && progressShare(run)
  const left = run?.progress.seconds_left ?? null
  return (
    <span className={classes.live}>
      <span>
        <StateBadge state={state} />
        <small>
          {share !== null && `${Math.floor(share * 100)} %`}
          {left !== null && ` · ${formatTimeLeft(left)}`}
        </small>
      </span>
      <Progress value={(share ?? 0) * 100} size={3} aria-label={words.progressOf(item.source.name)} />
    </span>
  )
}

function RowMenu({ row, actions }: { row: BatchRow; actions: RowActions }) {
  const { run, item } = row
  return (
    <Menu position="bottom-end" width={170}>
      <Menu.Target>
        <ActionIcon aria-label={words.moreAbout(item.source.name)}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {run && (
          <Menu.Item
            component="a"
            href={hrefOf({ screen: 'run', runId: run.id })}
            leftSection={<IconExternalLink size={15} />}
          >
            {words.openRun}
          </Menu.Item>
        )}
        {isOpen(row) ? (
          <Menu.Item leftSection={<IconPlayerStop size={15} />} onClick={() => actions.cancel(row)}>
            {words.cancelRun}
          </Menu.Item>
        ) : (
          <RefusableItem
            icon={<IconReload size={15} />}
            refused={actions.refused}
            onClick={() => actions.runAgain(row)}
          >
            {words.runAgain}
          </RefusableItem>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
