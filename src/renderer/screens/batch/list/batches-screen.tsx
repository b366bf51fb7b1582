/** The list of all batches, newest first. */

import { ActionIcon, Button, Menu, Skeleton, VisuallyHidden } from '@mantine/core'
import { IconArrowLeft, IconDots, IconStack2, IconTrash } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import type { Batch } from '../../../../shared/domain/batch.ts'
import type { RunStatus, WorkflowRun } from '../../../../shared/domain/run.ts'
import { formatFullDate, formatWhen } from '../../../base/format/format.ts'
import { GuideLink } from '../../../base/guide/guide-link.tsx'
import { hrefOf, navigate } from '../../../base/navigation/route.ts'
import type { Owned } from '../../../base/records/record-calls.ts'
import { Empty, LoadError, Page, useTitle } from '../../../base/ui/page.tsx'
import { usePendingDeletes } from '../../../base/ui/pending-deletes.ts'
import { RefusableItem } from '../../../base/ui/refusable-item.tsx'
import { StatusBadge } from '../../../base/ui/status-badge.tsx'
import table from '../../../parts/run/queue/runs-table.module.css'
import { useRuns } from '../../../parts/run/queue/use-runs.ts'
import { OwnerNote, ShareItem, useChangeRefusal } from '../../../parts/studio/sharing/sharing.tsx'
import { formatCount } from '../../../texts/plural.ts'
import { texts } from '../../../texts/texts.ts'
import { isFailed, rowsOf } from '../batch-rows.ts'
import { useBatches } from '../batch-store.ts'
import { type BatchActions, useBatchActions } from '../use-batch-actions.ts'

const words = texts.batch.list

export function BatchesScreen() {
  useTitle(words.title)
  const actions = (
    <Button component="a" href={hrefOf({ screen: 'runs' })} variant="default" leftSection={<IconArrowLeft size={15} />}>
      {words.back}
    </Button>
  )
  return (
    <Page title={words.title} actions={actions} fixed>
      <Body />
    </Page>
  )
}

function Body() {
  const { batches, owners, error, store } = useBatches()
  const hidden = usePendingDeletes((s) => s.ids)
  const actions = useBatchActions()
  const { runs } = useRuns({ status: null, workflowId: null }, false)
  if (!batches) {
    if (error)
      return <LoadError title={texts.batch.errors.readAll} message={error} onRetry={() => void store.refresh()} />
    return (
      <div style={{ padding: 20 }} role="status" aria-label={texts.batch.loading}>
        {[0, 1, 2].map((n) => (
          <Skeleton key={n} height={26} mb={10} />
        ))}
      </div>
    )
  }
  const shown = batches.filter((batch) => !hidden.has(batch.id))
  if (shown.length === 0) {
    return (
      <Empty
        icon={<IconStack2 size={18} />}
        title={words.emptyTitle}
        action={
          <>
            <Button component="a" href={hrefOf({ screen: 'home' })} variant="default">
              {words.toWorkflows}
            </Button>
            <GuideLink page="many-files" />
          </>
        }
      >
        {words.empty}
      </Empty>
    )
  }
  return (
    <div className={table.scroll}>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">{words.columns.workflow}</th>
            <th scope="col" data-figure>
              {words.columns.files}
            </th>
            <th scope="col">{words.columns.started}</th>
            <th scope="col">{words.columns.state}</th>
            <th scope="col" data-counts>
              {words.columns.names}
            </th>
            <th>
              <VisuallyHidden>{texts.batch.moreOfBatch}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((batch) => (
            <BatchRow key={batch.id} owner={owners.get(batch.id)} batch={batch} runs={runs} actions={actions} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface BatchState {
  status: RunStatus
  /** Completed files. */
  done: number
  all: number
}

/**
 * Derives the state of a batch as a whole from the runs that are loaded.
 * Returns null when a run of the batch is not among `runs`: it was deleted, or the list is too long.
 */
export function stateOfBatch(batch: Batch, runs: readonly WorkflowRun[]): BatchState | null {
  const byId = new Map(runs.map((run) => [run.id, run]))
  if (batch.items.some((item) => item.run_id !== null && !byId.has(item.run_id))) return null
  const rows = rowsOf(batch, byId)
  const has = (state: RunStatus | 'waiting') => rows.some((row) => row.state === state)
  const done = rows.filter((row) => row.state === 'completed').length
  const status = has('processing')
    ? 'processing'
    : has('queued')
      ? 'queued'
      : rows.some(isFailed)
        ? 'error'
        : has('cancelled') || has('waiting')
          ? 'cancelled'
          : 'completed'
  return { status, done, all: rows.length }
}

interface BatchRowProps {
  batch: Batch
  owner: Owned | undefined
  runs: readonly WorkflowRun[] | undefined
  actions: BatchActions
}

function BatchRow({ batch, owner, runs, actions }: BatchRowProps) {
  const { items, workflow_name, created_at } = batch
  const route = { screen: 'batch', batchId: batch.id } as const
  const refused = useChangeRefusal(owner)
  const state = runs && stateOfBatch(batch, runs)
  const count = items.filter((item) => item.run_id !== null).length
  // A click anywhere in the row opens the batch; keyboard and screen readers use the link.
  const open = (event: MouseEvent) => {
    if (!(event.target as HTMLElement).closest('a, button, [role="menu"]')) navigate(route)
  }
  return (
    <tr onClick={open}>
      <td>
        <a className={table.name} href={hrefOf(route)}>
          {workflow_name}
        </a>
        <OwnerNote record={owner} />
      </td>
      <td data-figure>{formatCount(items.length)}</td>
      <td className={table.dim}>
        <time dateTime={created_at} title={formatFullDate(created_at)}>
          {formatWhen(created_at)}
        </time>
      </td>
      <td>{state && <State state={state} />}</td>
      <td className={`${table.wide} ${table.dim}`}>{words.more(items[0]?.source.name ?? '', items.length - 1)}</td>
      <td className={table.menu}>
        <Menu position="bottom-end" width={270}>
          <Menu.Target>
            <ActionIcon aria-label={words.moreAbout(workflow_name)}>
              <IconDots size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <ShareItem record={owner} onShare={(visibility) => actions.share(batch, visibility)} />
            <RefusableItem
              color="red"
              icon={<IconTrash size={15} />}
              refused={refused}
              onClick={() => actions.remove(batch)}
            >
              {texts.batch.remove}
            </RefusableItem>
            {count > 0 && (
              <RefusableItem
                color="red"
                icon={<IconTrash size={15} />}
                refused={refused}
                onClick={() => actions.removeWithRuns(batch)}
              >
                {texts.batch.removeWithRuns(count)}
              </RefusableItem>
            )}
          </Menu.Dropdown>
        </Menu>
      </td>
    </tr>
  )
}

const State = ({ state: { status, done, all } }: { state: BatchState }) => (
  <span className={table.live}>
    <StatusBadge status={status} />
    {status !== 'completed' && texts.batch.doneOf(done, all)}
  </span>
)
