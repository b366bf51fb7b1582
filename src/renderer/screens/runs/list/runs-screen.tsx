/** The history of all runs. */

import { Button, Skeleton } from '@mantine/core'
import { IconHistory, IconSearch } from '@tabler/icons-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { contributed, useExtensions } from '../../../base/extensions/extensions.ts'
import { GuideLink } from '../../../base/guide/guide-link.tsx'
import { hrefOf } from '../../../base/navigation/route.ts'
import { Empty, LoadError } from '../../../base/ui/empty.tsx'
import { Page } from '../../../base/ui/page.tsx'
import { useTitle } from '../../../base/ui/use-title.ts'
import { isSearch, searchRuns } from '../../../parts/run/labels/search.ts'
import { useAllLabels } from '../../../parts/run/labels/use-labels.ts'
import { QueueBar } from '../../../parts/run/queue/queue-bar.tsx'
import { queueEstimate, startTimes } from '../../../parts/run/queue/queue-estimate.ts'
import classes from '../../../parts/run/queue/runs-table.module.css'
import { useRuns } from '../../../parts/run/queue/use-runs.ts'
import { texts } from '../../../texts/texts.ts'
import { useRunActions } from '../actions/use-run-actions.ts'
import { inQueueOrder } from './queue-order.ts'
import { RunFilters } from './run-filters.tsx'
import { ALL_RUNS, type RunListQuery, useRunQuery } from './run-query.ts'
import { RunSizes } from './run-sizes.tsx'
import { RunsTable } from './runs-table.tsx'
import { SelectionBar } from './selection-bar.tsx'

const T = texts.labels.search

export function RunsScreen() {
  useTitle(texts.runs.list.screen.title)
  const [query, change] = useRunQuery()
  const { runListButtons } = useExtensions()
  return (
    <Page title={texts.runs.list.screen.title} actions={contributed(runListButtons, {})} fixed>
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
          actions={actions}
          queue={queue}
          chosen={chosen}
          onChanged={onChanged}
          runs={inQueueOrder(runs, queue.ids)}
          starts={startTimes({ ...engine, ...waiting })}
          onMore={more ? showMore : null}
          onChoose={setChosen}
          onTag={(wanted) => onChange({ tag: wanted })}
        />
        <div className={classes.foot}>
          {searching && (
            <p role="status">
              {unread ? T.loadingOlder(found?.length ?? 0) : T.found(found?.length ?? 0, read?.length ?? 0)}
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
        title={texts.runs.list.screen.noMatches}
        action={
          <Button variant="default" onClick={() => onChange(ALL_RUNS)}>
            {texts.runs.list.screen.showAll}
          </Button>
        }
      >
        {texts.runs.list.screen.noMatchesHint}
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
