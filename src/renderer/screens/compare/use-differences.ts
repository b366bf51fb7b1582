/** Differences of other runs from a run, worded as in the version history; read run by run while the list is open. */
import { useEffect, useState } from 'react'
import type { RunSource, WorkflowRun } from '../../../shared/domain/run.ts'
import type { Graph } from '../../../shared/graph/graph.ts'
import { type Host, useHost } from '../../base/host/host-context.ts'
import { readModels } from '../../base/host/read-models.ts'
import { changeItems } from '../../parts/workflow/graph-diff/change-list.ts'

/** Users filter the list before they scroll further down. */
const MAX_READ = 60

interface RunGraph {
  graph: Graph
  source: RunSource | null
}

/** Sentences by run id; runs that were not read yet are missing. */
export function useDifferences(run: WorkflowRun, others: readonly WorkflowRun[]): ReadonlyMap<string, string[]> {
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
