/** Chooses the run to compare a run with; runs of its workflow and its video are listed first. */
import { Button, Popover, TextInput, UnstyledButton } from '@mantine/core'
import { IconArrowsDiff, IconSearch } from '@tabler/icons-react'
import { useCallback, useEffect, useState } from 'react'
import { isTerminal, type RunSource, type WorkflowRun } from '../../../shared/domain/run.ts'
import type { Graph } from '../../../shared/graph/graph.ts'
import { formatFullDate, formatWhen } from '../../base/format/format.ts'
import { type Host, useHost } from '../../base/host/host-context.ts'
import { readModels } from '../../base/host/read-models.ts'
import { hrefOf } from '../../base/navigation/route.ts'
import { useResource } from '../../base/ui/resource.tsx'
import { searchRuns } from '../../parts/run/labels/search.ts'
import { useAllLabels, useLabelsOf } from '../../parts/run/labels/use-labels.ts'
import { changeItems } from '../../parts/workflow/graph-diff/change-list.ts'
import { texts } from '../../texts/texts.ts'
import classes from './compare-with.module.css'

const T = texts.compare.with

export function CompareWith({ run }: { run: WorkflowRun }) {
  const [open, setOpen] = useState(false)
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-end" width={380} trapFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<IconArrowsDiff size={15} />} onClick={() => setOpen((is) => !is)}>
          {T.button}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={0}>
        <Picker run={run} />
      </Popover.Dropdown>
    </Popover>
  )
}

function Picker({ run }: { run: WorkflowRun }) {
  const host = useHost()
  const load = useCallback(() => host.api('workflowRuns.list', { query: { limit: 200 } }), [host])
  const { value: runs, error } = useResource(load)
  const [typed, setTyped] = useState('')
  const others = (runs ?? []).filter((r) => r.id !== run.id && isTerminal(r.status))
  const labels = useAllLabels()
  const groups = runGroups(run, searchRuns(others, labels, { text: typed, tag: null }))
  const differing = useDifferences(
    run,
    groups.flatMap((group) => group.runs),
  )
  return (
    <div className={classes.picker}>
      <TextInput
        data-autofocus
        aria-label={T.find}
        placeholder={T.find}
        leftSection={<IconSearch size={14} />}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <div className={classes.list}>
        {groups.map((group) => (
          <Group key={group.key} group={group} run={run} differing={differing} />
        ))}
        {runs && groups.length === 0 && <p className={classes.none}>{others.length === 0 ? T.none : T.nothingFits}</p>}
        {error && !runs && <p className={classes.none}>{error}</p>}
      </div>
    </div>
  )
}

interface GroupProps {
  group: RunGroup
  run: WorkflowRun
  differing: ReadonlyMap<string, readonly string[]>
}

function Group({ group, run, differing }: GroupProps) {
  return (
    <section aria-label={T[group.key]}>
      <h3>{T[group.key]}</h3>
      {group.runs.map((other) => {
        const started = other.started_at ?? other.created_at
        // The older run is run 1, so that differences read as changes since then.
        const [runA, runB] = started < (run.started_at ?? run.created_at) ? [other.id, run.id] : [run.id, other.id]
        return (
          <UnstyledButton
            key={other.id}
            component="a"
            className={classes.run}
            href={hrefOf({ screen: 'compare', runA, runB })}
          >
            <RunTitle run={other} />
            <time dateTime={started} title={formatFullDate(started)}>
              {formatWhen(started)}
            </time>
            <small>{other.source?.name}</small>
            <Differences sentences={differing.get(other.id)} />
          </UnstyledButton>
        )
      })}
    </section>
  )
}

function RunTitle({ run }: { run: WorkflowRun }) {
  const { name } = useLabelsOf(run.id)
  return <strong>{name ?? run.workflow_name}</strong>
}

/** Maximum number of differences per row; the comparison page lists all of them. */
const SHOWN = 2

function Differences({ sentences }: { sentences: readonly string[] | undefined }) {
  if (!sentences) return null
  const more = sentences.length - SHOWN
  return (
    <span className={classes.differences} title={sentences.join('\n')}>
      {sentences.length === 0 ? T.sameSettings : sentences.slice(0, SHOWN).join(' · ')}
      {more > 0 && ` · ${T.more(more)}`}
    </span>
  )
}

/** Users filter the list before they scroll further down. */
const MAX_READ = 60

interface RunGraph {
  graph: Graph
  source: RunSource | null
}

/**
 * Reads the differences of the others run by run. Sentences by run id, as in the version history; runs not read yet are
 * missing.
 */
function useDifferences(run: WorkflowRun, others: readonly WorkflowRun[]): ReadonlyMap<string, string[]> {
  const host = useHost()
  const [found, setFound] = useState<ReadonlyMap<string, string[]>>(new Map())
  const ids = others.slice(0, MAX_READ).map((other) => other.id)
  const key = ids.join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: typing rebuilds the list, but its runs stay
  useEffect(() => {
    const aborter = new AbortController()
    readAll(host, run.id, ids, aborter.signal, (id, sentences) => {
      setFound((now) => new Map(now).set(id, sentences))
    }).catch(() => undefined)
    return () => aborter.abort()
  }, [host, run.id, key])
  return found
}

async function readAll(
  host: Host,
  runId: string,
  ids: readonly string[],
  signal: AbortSignal,
  onRead: (id: string, sentences: string[]) => void,
): Promise<void> {
  const read = (run_id: string) => host.api('workflowRuns.graph', { params: { run_id } })
  const [own, models] = await Promise.all([read(runId), readModels(host).catch(() => [])])
  const modelName = (id: string) => models.find((model) => model.id === id)?.name
  for (const id of ids) {
    // A run that was deleted in the meantime has no differences.
    const other = await read(id).catch(() => null)
    if (signal.aborted) return
    if (other) onRead(id, differences(own, other, modelName))
  }
}

/** Returns the changes of blocks, wires and settings; the list itself names the source. */
export function differences(
  own: RunGraph,
  other: RunGraph,
  modelName: (id: string) => string | undefined = () => undefined,
): string[] {
  const plain = (graph: Graph): Graph => ({
    ...graph,
    nodes: graph.nodes.map((node) => (node.type === 'source' ? { ...node, config: withoutMedia(node.config) } : node)),
  })
  const before = { graph: plain(own.graph), layout: null }
  return changeItems(before, { graph: plain(other.graph), layout: null }, { modelName }).map(({ text }) => text)
}

/** The sample rate and deinterlacing of a source are settings; its file is not. */
const withoutMedia = (config: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(['sample_fps', 'deinterlace'].flatMap((name) => (name in config ? [[name, config[name]]] : [])))

interface RunGroup {
  key: 'sameWorkflow' | 'sameVideo' | 'others'
  /** In the order of the input. */
  runs: WorkflowRun[]
}

/**
 * Groups and filters the runs that a run can be compared with.
 * Returns the groups that have runs, the most relevant first.
 */
function runGroups(run: WorkflowRun, others: readonly WorkflowRun[]): RunGroup[] {
  const groups: RunGroup[] = [
    { key: 'sameWorkflow', runs: [] },
    { key: 'sameVideo', runs: [] },
    { key: 'others', runs: [] },
  ]
  for (const other of others) {
    const sameWorkflow = other.workflow_id !== null && other.workflow_id === run.workflow_id
    const key = sameWorkflow ? 'sameWorkflow' : hasSameVideo(run, other) ? 'sameVideo' : 'others'
    groups.find((g) => g.key === key)?.runs.push(other)
  }
  return groups.filter((g) => g.runs.length > 0)
}

function hasSameVideo({ source: a }: WorkflowRun, { source: b }: WorkflowRun): boolean {
  if (!a || !b) return false
  return a.uri !== null && b.uri !== null ? a.uri === b.uri : a.name === b.name
}
