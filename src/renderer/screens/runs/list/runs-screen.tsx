/** The history of all runs: search, filters, and the actions for chosen runs. */

import { Button, CloseButton, Select, Skeleton, TextInput } from '@mantine/core'
import { IconArrowsDiff, IconHistory, IconSearch, IconTrash } from '@tabler/icons-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { isTerminal, RUN_STATUSES, type WorkflowRun } from '../../../../shared/domain/run.ts'
import { contributed, useExtensions } from '../../../base/extensions/extensions.ts'
import { formatBytes } from '../../../base/format/format.ts'
import { GuideLink } from '../../../base/guide/guide-link.tsx'
import { hrefOf } from '../../../base/navigation/route.ts'
import { Empty, LoadError, Page, useTitle } from '../../../base/ui/page.tsx'
import { STATUS_WORDS } from '../../../base/ui/status-badge.tsx'
import { isSearch, searchRuns } from '../../../parts/run/labels/search.ts'
import { useAllLabels, useKnownTags } from '../../../parts/run/labels/use-labels.ts'
import { QueueBar } from '../../../parts/run/queue/queue-bar.tsx'
import { queueEstimate, startTimes } from '../../../parts/run/queue/queue-estimate.ts'
import classes from '../../../parts/run/queue/runs-table.module.css'
import { useRuns, useWorkflowNames } from '../../../parts/run/queue/use-runs.ts'
import { texts } from '../../../texts/texts.ts'
import { useRunActions } from '../actions/use-run-actions.ts'
import { totalSize } from '../artifact-list/artifact-links.ts'
import { ALL_RUNS, type RunListQuery, useRunQuery } from './run-query.ts'
import { RunsTable } from './runs-table.tsx'

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

interface SelectionBarProps {
  runs: readonly WorkflowRun[]
  onClear: () => void
  onDelete: () => void
}

/** The actions for the chosen runs, and the total size of their files. */
function SelectionBar({ runs, onClear, onDelete }: SelectionBarProps) {
  const bytes = runs.flatMap((run) => run.artifacts).reduce((sum, artifact) => sum + artifact.size_bytes, 0)
  return (
    <section className={classes.strip} aria-label={texts.runs.list.selection.title}>
      <span role="status">{texts.runs.list.selection.chosen(runs.length)}</span>
      <small className="figures">{texts.runs.list.selection.onDisk(formatBytes(bytes))}</small>
      {runs.length === 2 && <CompareButton runs={runs} />}
      <Button variant="default" onClick={onClear}>
        {texts.runs.list.selection.none}
      </Button>
      <Button variant="default" color="red" leftSection={<IconTrash size={14} />} onClick={onDelete}>
        {texts.ui.words.delete}
      </Button>
    </section>
  )
}

/** The older run is A, so that differences read as changes since then. */
function CompareButton({ runs }: { runs: readonly WorkflowRun[] }) {
  const [a, b] = [...runs].sort((x, y) => x.created_at.localeCompare(y.created_at)) as [WorkflowRun, WorkflowRun]
  return (
    <Button
      component="a"
      variant="default"
      href={hrefOf({ screen: 'compare', runA: a.id, runB: b.id })}
      leftSection={<IconArrowsDiff size={14} />}
    >
      {texts.compare.compare}
    </Button>
  )
}

const ownFiles = (inspection: WorkflowRun['inspection']) =>
  [inspection?.frames, inspection?.events].filter((file) => file != null)

/**
 * The total size of the files of the listed runs.
 * @param more true when there are older runs that are not listed
 */
function RunSizes({ runs, more }: { runs: readonly WorkflowRun[]; more: boolean }) {
  const size = formatBytes(
    totalSize(runs.flatMap(({ artifacts, inspection }) => [...artifacts, ...ownFiles(inspection)])),
  )
  const { shown, total } = texts.runs.runSizes
  return <p className={classes.sizes}>{(more ? shown : total)(runs.length, size)}</p>
}

/**
 * Sorts the run list: active runs, then queued runs in queue order, then the history as it is.
 * @param queue ids of the queued runs, the next one first
 */
function inQueueOrder(runs: readonly WorkflowRun[], queue: readonly string[]): readonly WorkflowRun[] {
  const turns = new Map(queue.map((id, turn) => [id, turn]))
  const open = runs.filter((run) => !isTerminal(run.status))
  // A run that has left the queue has just started.
  const turnOf = ({ id }: WorkflowRun) => turns.get(id) ?? -1
  return [...open.sort((a, b) => turnOf(a) - turnOf(b)), ...runs.filter((run) => isTerminal(run.status))]
}

const STATUS_CHOICES = [...RUN_STATUSES, 'interrupted' as const].map((status) => ({
  value: status,
  label: STATUS_WORDS[status],
}))

interface RunFiltersProps {
  query: RunListQuery
  onChange: (part: Partial<RunListQuery>) => void
}

/** The search field and the filters above the run list. */
function RunFilters({ query, onChange }: RunFiltersProps) {
  const workflows = useWorkflowNames()
  const known = useKnownTags()
  // The selected tag may have been removed from the last run that had it.
  const tags = query.tag === null || known.includes(query.tag) ? known : [query.tag, ...known]
  return (
    <section className={classes.filters} aria-label={T.filters}>
      <TextInput
        className={classes.search}
        aria-label={T.label}
        placeholder={T.placeholder}
        leftSection={<IconSearch size={14} />}
        rightSection={
          query.text !== '' && <CloseButton size={24} aria-label={T.clear} onClick={() => onChange({ text: '' })} />
        }
        value={query.text}
        onChange={({ currentTarget }) => onChange({ text: currentTarget.value })}
        onKeyDown={({ key }) => key === 'Escape' && onChange({ text: '' })}
      />
      {tags.length > 0 && (
        <Select
          className={classes.filter}
          aria-label={T.tag}
          placeholder={T.anyTag}
          data={tags}
          value={query.tag}
          searchable
          clearable
          onChange={(tag) => onChange({ tag })}
        />
      )}
      <Select
        className={classes.filter}
        aria-label={texts.runs.list.screen.workflow}
        placeholder={texts.runs.list.screen.allWorkflows}
        data={workflows}
        value={query.workflowId}
        searchable
        clearable
        onChange={(workflowId) => onChange({ workflowId })}
      />
      <Select
        className={classes.filter}
        aria-label={texts.runs.list.screen.status}
        placeholder={texts.runs.list.screen.anyStatus}
        data={STATUS_CHOICES}
        value={query.status}
        clearable
        onChange={(status) => onChange({ status: status as RunListQuery['status'] })}
      />
    </section>
  )
}
