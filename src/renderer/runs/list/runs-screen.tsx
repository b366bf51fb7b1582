/** The history of all runs. */
import { Button, Skeleton } from '@mantine/core'
import { IconHistory, IconSearch, IconStack2 } from '@tabler/icons-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { useBatches } from '../../batch/batch-store.ts'
import { isSearch, searchRuns } from '../../labels/search.ts'
import { useAllLabels } from '../../labels/use-labels.ts'
import { texts } from '../../messages/texts.ts'
import { GuideLink } from '../../shell/guide-link.tsx'
import { hrefOf } from '../../shell/route.ts'
import { Empty, LoadError } from '../../ui/empty.tsx'
import { Page } from '../../ui/page.tsx'
import { useTitle } from '../../ui/use-title.ts'
import { useRunActions } from '../use-run-actions.ts'
import { inTurn } from './in-turn.ts'
import { QueueBar } from './queue-bar.tsx'
import { queueEstimate, startTimes } from './queue-estimate.ts'
import { RunFilters } from './run-filters.tsx'
import { ALL_RUNS, type RunListQuery, useRunQuery } from './run-query.ts'
import { RunSizes } from './run-sizes.tsx'
import classes from './runs-table.module.css'
import { RunsTable } from './runs-table.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { useRuns } from './use-runs.ts'

const T = texts.labels.search

export function RunsScreen() {
  useTitle(texts.runs.list.screen.title)
  const [query, change] = useRunQuery()
  useBatches()
  const batches = (
    <Button component="a" href={hrefOf({ screen: 'batches' })} variant="default" leftSection={<IconStack2 size={15} />}>
      {texts.batch.list.link}
    </Button>
  )
  return (
    <Page title={texts.runs.list.screen.title} actions={batches} fixed>
      <div className={classes.screen}>
        <RunFilters query={query} onChange={change} />
        <Body query={query} onChange={change} />
      </div>
    </Page>
  )
}

interface BodyProps {
  query: RunListQuery
  onChange: (part: Partial<RunListQuery>) => void
}

function Body({ query, onChange }: BodyProps) {
  const searching = isSearch(query)
  const { runs: read, engine, waiting, queue, more: unread, most, error, reload, showMore } = useRuns(query, searching)
  const actions = useRunActions()
  const labels = useAllLabels()
  const { text, tag } = useDeferredValue(query)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const found = useMemo(() => read && searchRuns(read, labels, { text, tag }), [read, labels, text, tag])
  const runs = searching ? found?.slice(0, most) : read
  const more = searching ? (found?.length ?? 0) > most : unread
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
      <>
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
          onTag={(wanted) => onChange({ tag: wanted })}
        />
        <div className={classes.foot}>
          {searching && (
            <p role="status">
              {unread ? T.reading(found?.length ?? 0) : T.found(found?.length ?? 0, read?.length ?? 0)}
            </p>
          )}
          <RunSizes runs={runs} more={more || searching} />
        </div>
      </>
    )
  }
  if (searching) {
    return (
      <Empty
        icon={<IconSearch size={18} />}
        title={unread ? T.olderRead : T.nothing}
        action={
          <Button variant="default" onClick={() => onChange({ text: '', tag: null })}>
            {T.clear}
          </Button>
        }
      >
        {T.nothingHint}
      </Empty>
    )
  }
  if (query.status || query.workflowId) {
    return (
      <Empty
        icon={<IconHistory size={18} />}
        title={texts.runs.list.screen.noneFits}
        action={
          <Button variant="default" onClick={() => onChange(ALL_RUNS)}>
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
        <>
          <Button component="a" href={hrefOf({ screen: 'home' })} variant="default">
            {texts.runs.list.screen.goToWorkflows}
          </Button>
          <GuideLink page="first-workflow" />
        </>
      }
    >
      {texts.runs.list.screen.noneHint}
    </Empty>
  )
}
