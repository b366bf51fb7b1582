/** The batch screen: its progress, the results of each file, and their totals. */
import { Button, Progress, Skeleton } from '@mantine/core'
import { IconColumns2, IconPlayerPlayFilled, IconStack2 } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useStore } from 'zustand'
import type { Batch } from '../../../shared/domain/batch.ts'
import { formatFullDate, formatTimeLeft, formatWhen } from '../../base/format/format.ts'
import { useHost } from '../../base/host/host-context.ts'
import { hrefOf, navigate } from '../../base/navigation/route.ts'
import type { Owned } from '../../base/records/record-calls.ts'
import { Empty, LoadError, Page, useTitle } from '../../base/ui/page.tsx'
import { Refusable } from '../../base/ui/refusable.tsx'
import { progressShare } from '../../parts/run/progress/progress-panel.tsx'
import { QueueBar } from '../../parts/run/queue/queue-bar.tsx'
import { OwnerNote, useChangeRefusal } from '../../parts/studio/sharing/sharing.tsx'
import { texts } from '../../texts/texts.ts'
import { BatchButtons } from './batch-buttons.tsx'
import { type BatchRow, isEnded, isFailed, isOpen, rowsOf, secondsLeft, sum } from './batch-rows.ts'
import classes from './batch-screen.module.css'
import { batchStoreOf, useBatches } from './batch-store.ts'
import { BatchTable } from './batch-table.tsx'
import { useBatchActions, useBatchRuns } from './use-batch-actions.ts'

const words = texts.batch
const BATCHES = hrefOf({ screen: 'batches' })

export function BatchScreen({ batchId }: { batchId: string }) {
  const { batches, owners, error, store } = useBatches()
  const batch = batches?.find((b) => b.id === batchId)
  useTitle(batch ? words.pageTitle(batch.workflow_name) : words.title)
  if (batch) return <Known batch={batch} owner={owners.get(batchId)} />
  return (
    <Page title={words.title}>
      {batches ? (
        <Empty
          icon={<IconStack2 size={18} />}
          title={words.missing.title}
          action={
            <Button component="a" href={BATCHES} variant="default">
              {words.missing.back}
            </Button>
          }
        >
          {words.missing.text}
        </Empty>
      ) : error ? (
        <LoadError title={words.errors.read} message={error} onRetry={() => void store.refresh()} />
      ) : (
        <Loading />
      )}
    </Page>
  )
}

const Loading = () => (
  <div className={classes.loading} role="status" aria-label={words.loading}>
    {[0, 1, 2, 3].map((n) => (
      <Skeleton key={n} height={26} />
    ))}
  </div>
)

interface BatchProgressProps {
  batch: Batch
  rows: readonly BatchRow[]
  /** The reason why the caller may not queue files; null when it may. */
  refused: string | null
  onQueue: (rows: readonly BatchRow[]) => void
}

/** The progress of a batch as a whole, and the files that were never queued. */
function BatchProgress({ batch, rows, refused, onQueue }: BatchProgressProps) {
  const queueing = useStore(batchStoreOf(useHost()).state, (s) => s.queueing.has(batch.id))
  const waiting = rows.filter((row) => row.state === 'waiting')
  const done = rows.filter((row) => row.state === 'completed').length
  const failed = rows.filter(isFailed).length
  const left = secondsLeft(rows)
  const active = rows.some(isOpen)
  return (
    <section className={classes.progress} aria-label={words.overall}>
      <span role="status">{words.doneOf(done, rows.length)}</span>
      {failed > 0 && <span className={classes.failed}>{words.failedCount(failed)}</span>}
      {active && <Progress value={100 * shareOf(rows)} size={5} w={200} aria-label={words.overall} />}
      {active && left !== null && <small>{formatTimeLeft(left)}</small>}
      {waiting.length > 0 && (
        <span className={classes.unqueued}>
          {queueing ? words.queueing(waiting.length) : words.unqueued(waiting.length)}
          {!queueing && (
            <Refusable
              label={words.queueRest}
              icon={<IconPlayerPlayFilled size={12} />}
              refused={refused}
              onClick={() => onQueue(waiting)}
            />
          )}
        </span>
      )}
    </section>
  )
}

/** Every file has the same weight, because durations are not always known. */
const shareOf = (rows: readonly BatchRow[]): number =>
  sum(rows.map((row) => (isEnded(row) || row.state === 'refused' ? 1 : ((row.run && progressShare(row.run)) ?? 0)))) /
  rows.length

const chosen = texts.batch.chosen

/** The actions for the chosen files of a batch: two files can be compared. */
function ChosenFiles({ rows, onClear }: { rows: readonly BatchRow[]; onClear: () => void }) {
  if (rows.length === 0) return null
  const [a, b] = rows.map(({ run }) => run?.id)
  const pair = rows.length === 2 && a !== undefined && b !== undefined
  return (
    <section className={classes.strip} aria-label={chosen.region}>
      <span role="status">{chosen.count(rows.length)}</span>
      <small>{!pair && chosen.hint}</small>
      <Button variant="default" onClick={onClear}>
        {chosen.none}
      </Button>
      {pair && (
        <Button
          component="a"
          href={hrefOf({ screen: 'compare', runA: a, runB: b })}
          leftSection={<IconColumns2 size={15} />}
        >
          {chosen.compare}
        </Button>
      )}
    </section>
  )
}

function Known({ batch, owner }: { batch: Batch; owner: Owned | undefined }) {
  const { runs, engine, queue, error, reload } = useBatchRuns(batch)
  const actions = useBatchActions()
  const refused = useChangeRefusal(owner)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const rows = useMemo(() => (runs ? rowsOf(batch, runs) : undefined), [batch, runs])
  const again = () => void reload()

  const aside = (
    <span className={classes.aside}>
      <time dateTime={batch.created_at} title={formatFullDate(batch.created_at)}>
        {formatWhen(batch.created_at)}
      </time>
      <OwnerNote record={owner} />
    </span>
  )
  const title = (
    <>
      <a className={classes.up} href={BATCHES}>
        {words.list.title}
      </a>
      <span aria-hidden className={classes.slash}>
        /
      </span>
      <a className={classes.workflow} href={hrefOf({ screen: 'editor', workflowId: batch.workflow_id })}>
        {batch.workflow_name}
      </a>
    </>
  )
  const buttons = rows && (
    <BatchButtons
      batch={batch}
      owner={owner}
      refused={refused}
      rows={rows}
      actions={actions}
      onChanged={again}
      onRemoved={() => navigate({ screen: 'batches' })}
    />
  )
  return (
    <Page title={title} aside={aside} actions={buttons} fixed>
      {rows ? (
        <div className={classes.screen}>
          {engine?.queue.paused && <QueueBar queue={queue} now={engine} estimate={null} />}
          <BatchProgress
            batch={batch}
            rows={rows}
            refused={refused}
            onQueue={(rest) => void actions.queue(batch, rest)}
          />
          <ChosenFiles rows={rows.filter((row) => chosen.has(row.item.id))} onClear={() => setChosen(new Set())} />
          <BatchTable
            rows={rows}
            chosen={chosen}
            onChoose={setChosen}
            actions={{
              refused,
              runAgain: (row) => void actions.queue(batch, [row]).then(again),
              cancel: (row) => void actions.cancelRest(batch, [row]).then(again),
            }}
          />
        </div>
      ) : error ? (
        <LoadError title={words.errors.read} message={error} onRetry={again} />
      ) : (
        <Loading />
      )}
    </Page>
  )
}
