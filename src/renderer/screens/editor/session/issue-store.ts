/**
 * The issues of the graph, updated continuously. The rules run here on every edit; issues that only the platform can
 * detect (is the model ready, does the file still exist) are read after each save.
 */
import { debounce } from 'es-toolkit/function'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { effectiveGraph } from '../../../../shared/graph/effective-graph.ts'
import type { Graph, GraphNode } from '../../../../shared/graph/graph.ts'
import { type Issue, UNFINISHED } from '../../../../shared/graph/issue.ts'
import type { ValidationContext } from '../../../../shared/graph/lint.ts'
import { validate } from '../../../../shared/graph/validate.ts'
import { edgeIds } from '../../../parts/workflow/document/document.ts'
import { messageText } from '../../../texts/message-text.ts'
import type { DocumentStore } from '../document/document-store.ts'
import { classesOf, findModel, type ResourceStore, suitsOf } from './resources.ts'

/** Display level of an issue: a missing part is a step to do until the user wants to run the workflow. */
export type Level = Issue['severity'] | 'todo'
const LEVELS: readonly Level[] = ['error', 'warning', 'todo']

export type Problem = Issue & { readonly level: Level }

export interface Issues {
  /** Errors first, steps to do last; each in the order of the blocks. */
  readonly all: readonly Problem[]
  readonly errors: number
  readonly warnings: number
  readonly todos: number
  /** Number of issues for which a run would be refused. */
  readonly blocking: number
  readonly byNode: ReadonlyMap<string, readonly Problem[]>
  /** By edge id. */
  readonly byEdge: ReadonlyMap<string, readonly Problem[]>
}

/** A newer platform may return codes unknown to this app. */
type PlatformIssue = Omit<Issue, 'code'> & { code: string }

export interface IssueStore extends StoreApi<Issues> {
  /** Adds the issues that the platform found in `graph`; keeps only those about resources. */
  fromPlatform(graph: Graph, found: readonly PlatformIssue[]): void
  /** Reports missing parts as errors from now on: the user wants to run the workflow. */
  insist(): void
  /** Runs a pending check at once; call it before a decision based on the issues. */
  check(): void
  stop(): void
}

/** Up to this number of nodes every edit is checked at once, above it after a short pause. */
const AT_ONCE = 200
const PAUSE_MS = 120

export const NO_ISSUES: Issues = {
  all: [],
  errors: 0,
  warnings: 0,
  todos: 0,
  blocking: 0,
  byNode: new Map(),
  byEdge: new Map(),
}

/** With `insisting` missing parts are errors from the start, as in a workflow that has run before. */
export function createIssueStore(
  documents: DocumentStore,
  resources: ResourceStore,
  { insisting = false }: { insisting?: boolean } = {},
): IssueStore {
  let isInsisting = insisting
  let remote: { node: GraphNode | null; issue: Issue }[] = []
  const store = createStore<Issues>()(() => NO_ISSUES)

  const checkSoon = debounce(() => check(), PAUSE_MS)

  function check() {
    checkSoon.cancel()
    const { graph, layout } = documents.getState().doc
    const { models } = resources.getState()
    const { graph: run, origins } = effectiveGraph(graph, layout)
    const context: ValidationContext = {
      classesOf: (id) => classesOf(models, id),
      suitsOf: (id) => suitsOf(models, id),
      architectureOf: (id) => findModel(models, id)?.architecture,
    }
    const found = validate(run, context).map((i) => inOurWords(asDrawn(i, origins)))
    const shown = [...found, ...stillTrue(graph)].map((issue) => ({ ...issue, level: levelOf(issue, isInsisting) }))
    store.setState(sorted(graph, shown), true)
  }

  /** Drops the platform's issues of nodes that were edited since. */
  const stillTrue = (graph: Graph): Issue[] =>
    remote.filter((r) => r.node === null || graph.nodes.includes(r.node)).map((r) => r.issue)

  const stops = [
    documents.subscribe((next, previous) => {
      const switched = next.doc.layout.switches !== previous.doc.layout.switches
      if (next.doc.graph === previous.doc.graph && !switched) return
      if (next.doc.graph.nodes.length <= AT_ONCE) check()
      else checkSoon()
    }),
    resources.subscribe((next, previous) => {
      if (next.models !== previous.models) check()
    }),
  ]
  check()

  return {
    ...store,
    check,
    insist: () => {
      isInsisting = true
      check()
    },
    fromPlatform: (graph, found) => {
      remote = found
        .filter((i): i is Issue => i.code.startsWith('resource.'))
        .map((issue) => ({ node: graph.nodes.find((n) => n.id === issue.node_id) ?? null, issue: inOurWords(issue) }))
      check()
    },
    stop: () => {
      checkSoon.cancel()
      for (const stop of stops) stop()
    },
  }
}

const inOurWords = (found: Issue): Issue => ({ ...found, message: messageText(found) })

/** Maps the wires of the effective graph to the drawn ones. */
function asDrawn(found: Issue, origins: readonly number[]): Issue {
  const edge_index = found.edge_index === undefined ? undefined : origins[found.edge_index]
  return edge_index === undefined ? found : { ...found, edge_index }
}

const levelOf = (issue: Issue, isInsisting: boolean): Level =>
  UNFINISHED.has(issue.code) && !isInsisting ? 'todo' : issue.severity

function sorted(graph: Graph, found: readonly Problem[]): Issues {
  const places = new Map(graph.nodes.map((n, i) => [n.id, i]))
  // In the order of blocks; issues of the workflow itself are last.
  const placeOf = ({ node_id, edge_index }: Problem) => {
    const id = node_id ?? (edge_index === undefined ? undefined : graph.edges[edge_index]?.target)
    return (id === undefined ? undefined : places.get(id)) ?? places.size
  }
  const all = [...found].sort((a, b) => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level) || placeOf(a) - placeOf(b))
  const byNode = new Map<string, Problem[]>()
  const byEdge = new Map<string, Problem[]>()
  const ids = edgeIds(graph.edges)
  for (const issue of all) {
    if (issue.node_id !== undefined) append(byNode, issue.node_id, issue)
    const edge = issue.edge_index === undefined ? undefined : ids[issue.edge_index]
    if (edge !== undefined) append(byEdge, edge, issue)
  }
  const count = (level: Level) => all.filter((i) => i.level === level).length
  const blocking = all.filter((i) => i.severity === 'error').length
  return { all, errors: count('error'), warnings: count('warning'), todos: count('todo'), blocking, byNode, byEdge }
}

function append(map: Map<string, Problem[]>, key: string, issue: Problem) {
  const list = map.get(key)
  if (list) list.push(issue)
  else map.set(key, [issue])
}
