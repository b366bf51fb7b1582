/** The batch screen: its progress, the results of each file, and their totals. */
import { Button, Skeleton } from '@mantine/core'
import { IconStack2 } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import type { Batch } from '../../../shared/domain/batch.ts'
import { formatFullDate, formatWhen } from '../../base/format/format.ts'
import { hrefOf, navigate } from '../../base/navigation/route.ts'
import type { Owned } from '../../base/records/record-calls.ts'
import { Empty, LoadError } from '../../base/ui/empty.tsx'
import { Page } from '../../base/ui/page.tsx'
import { useTitle } from '../../base/ui/use-title.ts'
import { QueueBar } from '../../parts/run/queue/queue-bar.tsx'
import { OwnerNote } from '../../parts/studio/sharing/owner-note.tsx'
import { useChangeRefusal } from '../../parts/studio/sharing/sharing.ts'
import { texts } from '../../texts/texts.ts'
import { BatchButtons } from './batch-buttons.tsx'
import { BatchProgress } from './batch-progress.tsx'
import { rowsOf } from './batch-rows.ts'
import classes from './batch-screen.module.css'
import { useBatches } from './batch-store.ts'
import { BatchTable } from './batch-table.tsx'
import { ChosenFiles } from './chosen-files.tsx'
import { useBatchActions } from './use-batch-actions.ts'
import { useBatchRuns } from './use-batch-runs.ts'

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
