/** The blocks of a run as they were run: their titles, kinds and order. */

import { useCallback, useMemo } from 'react'
import type { Model } from '../../../../shared/api/models.ts'
import { isBlockKind } from '../../../../shared/blocks/catalogue.ts'
import { classesOfGraph } from '../../../../shared/graph/class-names.ts'
import type { Graph, Layout } from '../../../../shared/graph/graph.ts'
import { topologicalSort } from '../../../../shared/graph/walk.ts'
import { givenTitle } from '../../../base/blocks/block-text.ts'
import { type Host, useHost } from '../../../base/host/host-context.ts'
import { useResource } from '../../../base/ui/resource.tsx'
import { classNamesOf } from '../../model/models/model-facts.ts'
import { colorOf, sceneOf } from '../overlay/run-scene.ts'

export interface RunBlocks {
  /** The graph as it was run; null until it is read. */
  graph: Graph | null
  /** Positions and names of the blocks. */
  layout: Layout | null
  /** Classes of the run's models; models that were deleted are missing. */
  classNames: readonly string[]
  /** The colour of a class in the run's annotated video. */
  colorOf(className: string): string
  /** Node ids, upstream first. */
  order: string[]
  kindOf(id: string): string | undefined
  /** The settings of the block, without defaults. */
  configOf(id: string): Readonly<Record<string, unknown>>
  /** The model of the block; undefined when it names none, or one that was deleted. */
  modelOf(id: string): Model | undefined
  /** The user's name of the block, else its kind's, else its id. */
  titleOf(id: string): string
}

export function useRunBlocks(runId: string): RunBlocks {
  const host = useHost()
  const load = useCallback(async () => {
    const { graph, layout } = await host.api('workflowRuns.graph', { params: { run_id: runId } })
    return { graph, layout, models: await modelsOfRun(host, graph) }
  }, [host, runId])
  const { value } = useResource(load)
  return useMemo(() => blocksOf(value?.graph ?? null, value?.layout ?? null, value?.models), [value])
}

/** By the reference in the graph. */
async function modelsOfRun(host: Host, graph: Graph): Promise<Map<string, Model>> {
  const named = graph.nodes.flatMap(({ config: { model_id } }) => (typeof model_id === 'string' ? [model_id] : []))
  const known = new Map<string, Model>()
  for (const model of new Set(named)) {
    const found = await host.api('models.get', { params: { model } }).catch(() => null)
    if (found) known.set(model, found)
  }
  return known
}

export function blocksOf(
  graph: Graph | null,
  layout: Layout | null,
  models: ReadonlyMap<string, Model> = new Map(),
): RunBlocks {
  const classesOf = (ref: string) => {
    const model = models.get(ref)
    return model && classNamesOf(model)
  }
  const classNames = graph ? classesOfGraph(graph, classesOf) : []
  const scene = sceneOf(graph, classNames)
  const nodes = new Map(graph?.nodes.map((n) => [n.id, n]))
  return {
    graph,
    layout,
    classNames,
    colorOf: (name) => colorOf(scene, name),
    order: graph ? upstreamFirst(graph) : [],
    kindOf: (id) => nodes.get(id)?.type,
    configOf: (id) => nodes.get(id)?.config ?? {},
    modelOf: (id) => models.get(String(nodes.get(id)?.config.model_id)),
    titleOf(id) {
      const node = nodes.get(id)
      return layout?.titles?.[id] ?? (node && isBlockKind(node.type) ? givenTitle(node) : id)
    },
  }
}

/** Blocks on a loop are last. */
function upstreamFirst({ nodes, edges }: Graph): string[] {
  const ids = nodes.map((n) => n.id)
  const sorted = topologicalSort(ids, (id) => edges.flatMap((e) => (e.source === id ? e.target : [])))
  return [...new Set([...sorted, ...ids])]
}
