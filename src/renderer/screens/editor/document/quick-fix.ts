/**
 * One-click fixes of problems that have a single correct solution. Pure: an issue, a document and the available models
 * determine a command.
 */
import type { Model } from '../../../../shared/api/models.ts'
import type { BlockKind } from '../../../../shared/blocks/block.ts'
import { isBlockKind } from '../../../../shared/blocks/catalogue.ts'
import type { Graph } from '../../../../shared/graph/graph.ts'
import type { Issue } from '../../../../shared/graph/issue.ts'
import { validate } from '../../../../shared/graph/validate.ts'
import { BLOCKS } from '../../../base/blocks/block-text.ts'
import {
  type EditorDocument,
  edgeIds,
  findNode,
  freshId,
  type Position,
  takenIds,
  titleOf,
} from '../../../parts/workflow/document/document.ts'
import { texts } from '../../../texts/texts.ts'
import { apply, type Command } from './command.ts'
import { type Adding, freshConfig, planAdding, planWireToNode } from './wiring.ts'

export interface QuickFix {
  label: string
  command: Command
  /** Node selected afterwards. */
  select?: string
}

export function quickFix(doc: EditorDocument, issue: Issue, models: readonly Model[] | null = null): QuickFix | null {
  if (issue.edge_index !== undefined) return removeWire(doc, issue.edge_index)
  switch (issue.code) {
    case 'model.not_set':
      return issue.field === '/model_id' ? chooseOnlyModel(doc, issue.node_id, models) : null
    case 'source.missing':
      return addSource(doc)
    case 'sink.missing':
      return addSink(doc, lastWithResults(doc.graph))
    case 'branch.no_sink':
      return endBranch(doc, issue.node_id)
    case 'node.unreachable':
      return connectUpstream(doc, issue.node_id)
    case 'measure.needs_track':
      return putTrackBack(doc, issue.node_id) ?? insertTrack(doc, issue.node_id)
    case 'source.many':
    case 'node.unknown_kind':
      return issue.node_id === undefined
        ? null
        : {
            label: texts.editor.document.fixes.removeIt,
            command: { type: 'remove', nodeIds: [issue.node_id], edgeIds: [] },
          }
    default:
      return null
  }
}

function removeWire(doc: EditorDocument, index: number): QuickFix | null {
  const id = edgeIds(doc.graph.edges)[index]
  return id === undefined
    ? null
    : { label: texts.editor.canvas.menu.removeWire, command: { type: 'remove', nodeIds: [], edgeIds: [id] } }
}

/** Chooses the model if only one is available. */
function chooseOnlyModel(
  doc: EditorDocument,
  nodeId: string | undefined,
  models: readonly Model[] | null,
): QuickFix | null {
  const [only, ...others] = models?.filter((m) => m.status === 'ready') ?? []
  const node = nodeId === undefined ? undefined : findNode(doc.graph, nodeId)
  if (!node || !only || others.length > 0) return null
  return {
    label: texts.editor.document.fixes.chooseModel(only.name),
    command: {
      type: 'configure',
      nodeId: node.id,
      config: { ...node.config, model_id: only.name },
      field: '/model_id',
    },
  }
}

const ORIGIN: Position = { x: 0, y: 0 }

/** Adds a block like every other action does; an empty canvas has its own hints and gets no fix. */
function adding(doc: EditorDocument, label: string, what: Omit<Adding, 'otherwise'>): QuickFix | null {
  const added = doc.graph.nodes.length === 0 ? null : planAdding(doc, { ...what, otherwise: ORIGIN })
  return added && { label, command: added.command, select: added.id }
}

/** Adds a source before everything else, for the blocks without frames. */
const addSource = (doc: EditorDocument) => adding(doc, texts.editor.document.fixes.addSource, { kind: 'source' })

const RESULTS: readonly string[] = ['measure', 'track', 'filter', 'model', 'visualize']

/** Returns the block with the most results to keep, among those without outgoing wires. */
const lastWithResults = ({ nodes, edges }: Graph): string | null =>
  nodes
    .filter((n) => RESULTS.includes(n.type) && !edges.some((e) => e.source === n.id))
    .sort((a, b) => RESULTS.indexOf(a.type) - RESULTS.indexOf(b.type))[0]?.id ?? null

/** Applies only at the end of a branch: one sink there serves all blocks before it. */
function endBranch(doc: EditorDocument, nodeId: string | undefined): QuickFix | null {
  const isEnd = nodeId !== undefined && !doc.graph.edges.some((e) => e.source === nodeId)
  return isEnd && RESULTS.includes(findNode(doc.graph, nodeId)?.type ?? '') ? addSink(doc, nodeId) : null
}

/** Adds a sink that keeps the block's output. */
const addSink = (doc: EditorDocument, after: string | null) =>
  adding(doc, texts.editor.document.fixes.addSink, { kind: 'sink', after })

/** Switches on the existing but excluded track block before a measure block. */
function putTrackBack(doc: EditorDocument, measureId: string | undefined): QuickFix | null {
  const { switches = {} } = doc.layout
  const before = new Set(measureId === undefined ? [] : [measureId])
  // The loop also visits the ids it adds to the set.
  for (const id of before) for (const { source, target } of doc.graph.edges) if (target === id) before.add(source)
  const track = doc.graph.nodes.find((n) => n.type === 'track' && before.has(n.id) && switches[n.id])
  if (!track) return null
  return {
    label: texts.editor.document.fixes.putBack(titleOf(doc, track)),
    command: { type: 'switch', nodeIds: [track.id], to: null },
  }
}

/** Inserts a track block between a measure block and its inputs. */
function insertTrack(doc: EditorDocument, measureId: string | undefined): QuickFix | null {
  const { edges } = doc.graph
  const feeding = edges.filter((e) => e.target === measureId)
  if (measureId === undefined || feeding.length === 0) return null
  const id = freshId('track', takenIds(doc))
  const ids = edgeIds(edges)
  return {
    label: texts.editor.document.fixes.insertTrack,
    command: {
      type: 'add',
      nodes: [
        {
          node: { id, type: 'track', config: freshConfig('track') },
          position: doc.layout.nodes[measureId] ?? ORIGIN,
        },
      ],
      edges: [
        ...feeding.map((e) => ({ ...e, target: id, targetHandle: 'detections' })),
        { source: id, sourceHandle: 'detections', target: measureId, targetHandle: 'detections' },
      ],
      cut: ids.filter((_, i) => edges[i]?.target === measureId),
    },
    select: id,
  }
}

/**
 * Wires a block to one that frames already reach: the deepest of them that fits, so that a measure block is connected
 * to the track block and not to the model.
 */
function connectUpstream(doc: EditorDocument, nodeId: string | undefined): QuickFix | null {
  const { graph } = doc
  if (nodeId === undefined) return null
  const depth = depths(graph)
  // If a block before this one is not reached either, fixing that one is enough.
  if (graph.edges.some((e) => e.target === nodeId && !depth.has(e.source))) return null
  const before = [...depth.keys()].sort((a, b) => (depth.get(b) as number) - (depth.get(a) as number))
  for (const id of before) {
    const node = findNode(graph, id)
    if (!node || !isBlockKind(node.type)) continue
    for (const { id: port } of (BLOCKS[node.type] as BlockKind).outputs) {
      const plan = planWireToNode(graph, { nodeId: id, port, side: 'source' }, nodeId)
      if ('problem' in plan) continue
      const connected = apply(doc, { type: 'connect', ...plan })
      if (worse(doc, connected)) continue
      return { label: texts.editor.document.fixes.connectTo(titleOf(doc, node)), command: { type: 'connect', ...plan } }
    }
  }
  return null
}

/** Returns the depth of each block that frames reach: the longest path from a source. */
function depths({ nodes, edges }: Graph): ReadonlyMap<string, number> {
  const depth = new Map(nodes.filter((n) => n.type === 'source').map((n) => [n.id, 0]))
  for (let round = 0; round < nodes.length; round++) {
    let changed = false
    for (const { source, target } of edges) {
      const from = depth.get(source)
      if (from === undefined || (depth.get(target) ?? -1) > from) continue
      depth.set(target, from + 1)
      changed = true
    }
    if (!changed) break
  }
  return depth
}

/** A wire that fixes one error and causes others is rejected. */
const worse = (before: EditorDocument, after: EditorDocument): boolean => errors(after) >= errors(before)
const errors = ({ graph }: EditorDocument) => validate(graph).filter((i) => i.severity === 'error').length
