/** The buttons of a batch, and the CSV file that one of them saves. */
import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconDots, IconFileTypeCsv, IconPlayerStopFilled, IconReload, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { Batch } from '../../../shared/domain/batch.ts'
import type { Owned } from '../../base/records/record-calls.ts'
import { Refusable } from '../../base/ui/refusable.tsx'
import { RefusableItem } from '../../base/ui/refusable-item.tsx'
import { saveText } from '../../base/ui/save-text.ts'
import { type Cell, csvLine } from '../../parts/run/records/files/csv.ts'
import { ShareItem } from '../../parts/studio/sharing/sharing.tsx'
import { texts } from '../../texts/texts.ts'
import {
  type BatchRow,
  type CountGroup,
  durationOf,
  figureOf,
  figuresOf,
  groupsOf,
  isFailed,
  isOpen,
  type RowState,
  tookOf,
} from './batch-rows.ts'
import type { BatchActions } from './use-batch-actions.ts'

const words = texts.batch

/** State names in the file. Programs read them, so they are the same in every language of the app. */
const STATE: Record<RowState, string> = {
  queued: 'queued',
  processing: 'processing',
  completed: 'completed',
  error: 'error',
  interrupted: 'interrupted',
  cancelled: 'cancelled',
  waiting: 'not_queued',
  refused: 'refused',
  gone: 'run_deleted',
}

const FACTS = [
  'file',
  'status',
  'problem',
  'duration_s',
  'size_bytes',
  'frames',
  'started_at',
  'finished_at',
  'took_s',
  'run_id',
]

/** Formats the table of a batch as CSV: one row per file, in the order of the batch, with unformatted numbers. */
export function batchCsv(rows: readonly BatchRow[]): string {
  const inOrder = [...rows].sort((a, b) => a.place - b.place)
  const groups = groupsOf(inOrder)
  const columns = groups.flatMap((group) => figuresOf(group).map((figure) => ({ group, figure })))
  const head = [...FACTS, ...columns.map(({ group, figure }) => `${titleOf(group, groups)} ${figure}`)]
  const lines = inOrder.map((row) => [
    ...factsOf(row),
    ...columns.map(({ group, figure }) => rounded(figureOf(row, group, figure))),
  ])
  return [head, ...lines].map(csvLine).join('')
}

function factsOf(row: BatchRow): Cell[] {
  const { item, run, state } = row
  return [
    item.source.name,
    STATE[state],
    run?.error?.message ?? item.problem ?? '',
    rounded(durationOf(row)),
    item.source.size_bytes,
    run ? run.progress.frames_done : null,
    run?.started_at ?? '',
    run?.finished_at ?? '',
    run?.finished_at ? rounded(tookOf(row)) : null,
    item.run_id ?? '',
  ]
}

/** Appends the block's id when two measure blocks have lines or zones of the same name. */
function titleOf(group: CountGroup, all: readonly CountGroup[]): string {
  const alike = all.some((other) => other !== group && other.name === group.name)
  return alike ? `${group.name} (${group.nodeId})` : group.name
}

/** Rounds to three decimals, as the tables of a run do. */
const rounded = (value: number | null): number | null => (value === null ? null : Math.round(value * 1000) / 1000)

interface BatchButtonsProps {
  batch: Batch
  owner: Owned | undefined
  /** The reason why the caller may not change the batch; null when it may. */
  refused: string | null
  rows: readonly BatchRow[]
  actions: BatchActions
  onChanged: () => void
  onRemoved: () => void
}

export function BatchButtons({ batch, owner, refused, rows, actions, onChanged, onRemoved }: BatchButtonsProps) {
  const [busy, setBusy] = useState<'cancel' | 'retry' | null>(null)
  const failed = rows.filter(isFailed)
  const cancelled = rows.filter((row) => row.state === 'cancelled')
  const runs = rows.flatMap(({ run }) => run ?? [])
  const during = async (what: 'cancel' | 'retry', work: Promise<void>) => {
    setBusy(what)
    await work
    onChanged()
    setBusy(null)
  }
  return (
    <>
      {rows.some(isOpen) && (
        <Button
          variant="default"
          leftSection={<IconPlayerStopFilled size={14} />}
          loading={busy === 'cancel'}
          onClick={() => void during('cancel', actions.cancelRest(batch, rows))}
        >
          {words.cancelAll}
        </Button>
      )}
      {failed.length > 0 && (
        <Refusable
          label={words.retry(failed.length)}
          icon={<IconReload size={15} />}
          refused={refused}
          hint={words.retryHint}
          loading={busy === 'retry'}
          onClick={() => void during('retry', actions.queue(batch, failed))}
        />
      )}
      <Button
        variant="default"
        leftSection={<IconFileTypeCsv size={15} />}
        onClick={() => saveText(csvName(batch), batchCsv(rows), 'text/csv')}
      >
        {words.exportCsv}
      </Button>
      <Menu position="bottom-end" width={270}>
        <Menu.Target>
          <ActionIcon aria-label={words.moreOfBatch}>
            <IconDots size={17} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {cancelled.length > 0 && (
            <RefusableItem
              icon={<IconReload size={15} />}
              refused={refused}
              onClick={() => void during('retry', actions.queue(batch, cancelled))}
            >
              {words.runCancelled(cancelled.length)}
            </RefusableItem>
          )}
          <ShareItem record={owner} onShare={(visibility) => actions.share(batch, visibility)} />
          <RefusableItem
            color="red"
            icon={<IconTrash size={15} />}
            refused={refused}
            onClick={() => {
              actions.remove(batch)
              onRemoved()
            }}
          >
            {words.remove}
          </RefusableItem>
          {runs.length > 0 && (
            <RefusableItem
              color="red"
              icon={<IconTrash size={15} />}
              refused={refused}
              onClick={() => {
                actions.removeWithRuns(batch)
                onRemoved()
              }}
            >
              {words.removeWithRuns(runs.length)}
            </RefusableItem>
          )}
        </Menu.Dropdown>
      </Menu>
    </>
  )
}

/** A file name that is valid on every operating system and sorts by time. */
const csvName = ({ workflow_name, created_at }: Batch): string => {
  const name = workflow_name.replace(/[^\p{L}\p{N} ._-]+/gu, '-').replace(/^[ .-]+|[ .-]+$/g, '') || 'batch'
  return `${name} ${created_at.slice(0, 16).replace('T', ' ').replace(':', '')}.csv`
}
