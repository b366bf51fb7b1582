/** The history of all runs. */
import { Button, Select, Skeleton } from '@mantine/core'
import { IconHistory, IconStack2 } from '@tabler/icons-react'
import { useState } from 'react'
import { RUN_STATUSES, type RunState } from '../../../shared/domain/run.ts'
import { useBatches } from '../../batch/batch-store.ts'
import { texts } from '../../messages/texts.ts'
import { hrefOf } from '../../shell/route.ts'
import { Empty, LoadError } from '../../ui/empty.tsx'
import { Page } from '../../ui/page.tsx'
import { STATUS_WORDS } from '../../ui/status-badge.tsx'
import { useTitle } from '../../ui/use-title.ts'
import { useRunActions } from '../use-run-actions.ts'
import { inTurn } from './in-turn.ts'
import { QueueBar } from './queue-bar.tsx'
import { queueEstimate, startTimes } from './queue-estimate.ts'
import { RunSizes } from './run-sizes.tsx'
import classes from './runs-table.module.css'
import { RunsTable } from './runs-table.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { type RunQuery, useRuns, useWorkflowNames } from './use-runs.ts'

const STATUS_CHOICES = [...RUN_STATUSES, 'interrupted' as const].map((status) => ({
  value: status,
  label: STATUS_WORDS[status],
}))

export function RunsScreen() {
  useTitle(texts.runs.list.screen.title)
  const [query, setQuery] = useState<RunQuery>({ status: null, workflowId: null })
  const workflows = useWorkflowNames()
  useBatches()
  const filters = (
    <>
      <Button
        component="a"
        href={hrefOf({ screen: 'batches' })}
        variant="default"
        leftSection={<IconStack2 size={15} />}
      >
        {texts.batch.list.link}
      </Button>
      <Select
        w={200}
        aria-label={texts.runs.list.screen.workflow}
        placeholder={texts.runs.list.screen.allWorkflows}
        data={workflows}
        value={query.workflowId}
        searchable
        clearable
        onChange={(workflowId) => setQuery({ ...query, workflowId })}
      />
      <Select
        w={140}
        aria-label={texts.runs.list.screen.status}
        placeholder={texts.runs.list.screen.anyStatus}
        data={STATUS_CHOICES}
        value={query.status}
        clearable
        onChange={(status) => setQuery({ ...query, status: status as RunState | null })}
      />
    </>
  )
  return (
    <Page title={texts.runs.list.screen.title} actions={filters} fixed>
      <Body query={query} onClear={() => setQuery({ status: null, workflowId: null })} />
    </Page>
  )
}

function Body({ query, onClear }: { query: RunQuery; onClear: () => void }) {
  const { runs, engine, waiting, queue, more, error, reload, showMore } = useRuns(query)
  const actions = useRunActions()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  if ((!runs || !engine || !waiting) && error) {
    return <LoadError title={texts.runs.list.screen.cannotShow} message={error} onRetry={() => void reload()} />
  }
  if (!runs || !engine || !waiting) {
    return (
      <div style={{ padding: 20 }} role="status" aria-label={texts.runs.list.screen.loading}>
        {[0, 1, 2, 3].map((n) => (
          <Skeleton key={n} height={26} mb={10} />
        ))}
      </div>
    )
  }
  if (runs.length > 0) {
    const onChanged = () => void reload()
    const selected = runs.filter((run) => chosen.has(run.id))
    return (
      <div className={classes.screen}>
        <QueueBar queue={queue} now={engine} estimate={queueEstimate({ ...engine, ...waiting })} />
        {selected.length > 0 && (
          <SelectionBar
            runs={selected}
            onClear={() => setChosen(new Set())}
            onDelete={() => {
              actions.removeAll(selected, onChanged)
              setChosen(new Set())
            }}
          />
        )}
        <RunsTable
          {...{ actions, queue, chosen, onChanged }}
          runs={inTurn(runs, queue.ids)}
          starts={startTimes({ ...engine, ...waiting })}
          onMore={more ? showMore : null}
          onChoose={setChosen}
        />
        <RunSizes runs={runs} more={more} />
      </div>
    )
  }
  if (query.status || query.workflowId) {
    return (
      <Empty
        icon={<IconHistory size={18} />}
        title={texts.runs.list.screen.noneFits}
        action={
          <Button variant="default" onClick={onClear}>
            {texts.runs.list.screen.showAll}
          </Button>
        }
      >
        {texts.runs.list.screen.noneFitsHint}
      </Empty>
    )
  }
  return (
    <Empty
      icon={<IconHistory size={18} />}
      title={texts.runs.list.screen.none}
      action={
        <Button component="a" href={hrefOf({ screen: 'home' })} variant="default">
          {texts.runs.list.screen.goToWorkflows}
        </Button>
      }
    >
      {texts.runs.list.screen.noneHint}
    </Empty>
  )
}
