/**
 * Previews one time of the source with the graph being edited. At most one request is pending; changes made meanwhile
 * are requested next, and a response for a time no longer shown is dropped.
 */
import { createStore, type StoreApi } from 'zustand/vanilla'
import { markOf } from '../../../../shared/domain/conversion.ts'
import type { Preview } from '../../../../shared/engine-contract/preview.ts'
import { effectiveGraph } from '../../../../shared/graph/effective-graph.ts'
import type { Graph } from '../../../../shared/graph/graph.ts'
import { type Host, HostError } from '../../../base/host/host-context.ts'
import { errorText } from '../../../base/ui/error-text.ts'
import type { DocumentStore } from '../document/document-store.ts'
import type { ResourceStore } from '../session/resources.ts'
import { type NodeFigures, nodeFigures, sharedFigures } from './node-view.ts'

export interface Answer {
  preview: Preview
  /** The previewed graph, without muted blocks. */
  graph: Graph
  atS: number
  windowS: number
}

export interface PreviewState {
  /** Media time of the preview, seconds. */
  readonly atS: number
  /** 0 previews a single frame. */
  readonly windowS: number
  /** Index of the shown frame in the answer. */
  readonly frame: number
  readonly busy: boolean
  /** The newest answer; kept while the next is pending. */
  readonly answer: Answer | null
  /** Incremented to force a new preview: the source's content may have changed. */
  readonly attempt: number
  readonly problem: { message: string; nodeId: string | null } | null
}

export interface PreviewController {
  readonly store: StoreApi<PreviewState>
  /** By node id, for the shown frame: each block on the canvas subscribes to its own. */
  readonly figures: StoreApi<Readonly<Record<string, NodeFigures>>>
  lookAt(atS: number): void
  setWindow(windowS: number): void
  showFrame(index: number): void
  tryAgain(): void
  /** Requests previews while it has subscribers, with the longest requested window; returns an unsubscribe function. */
  watch(windowS?: number): () => void
  stop(): void
}

const PAUSE_MS = 120
const START: PreviewState = { atS: 0, windowS: 0, frame: 0, busy: false, answer: null, attempt: 0, problem: null }

export function createPreviewController(
  host: Host,
  documents: DocumentStore,
  resources: ResourceStore,
  pauseMs = PAUSE_MS,
): PreviewController {
  const store = createStore<PreviewState>()(() => START)
  const figures = createStore<Readonly<Record<string, NodeFigures>>>()(() => ({}))
  const watchers = new Set<{ windowS: number }>()
  let chosenWindowS = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let asking = false
  let wanted = false
  let last = ''

  const graphNow = () => {
    const { graph, layout } = documents.getState().doc
    return effectiveGraph(graph, layout).graph
  }
  const windowNow = () => Math.max(chosenWindowS, ...[...watchers].map((w) => w.windowS))

  function want(afterMs = pauseMs): void {
    if (watchers.size === 0) return
    wanted = true
    if (asking) return
    timer ??= setTimeout(() => void ask(), afterMs)
  }

  async function ask(): Promise<void> {
    timer = undefined
    wanted = false
    const graph = graphNow()
    const { atS, attempt } = store.getState()
    const windowS = windowNow()
    if (watchers.size === 0) return
    if (!hasMedia(graph)) return tell({ answer: null, problem: null, busy: false })
    const question = JSON.stringify([graph, atS, windowS, attempt, optionsOf(resources)])
    if (question === last) return tell({ busy: false })
    asking = true
    store.setState({ busy: true })
    const isStale = () => store.getState().atS !== atS || windowNow() !== windowS
    try {
      const preview = await host.api('workflows.preview', {
        body: { graph, at_seconds: atS, window_seconds: windowS, picture: false },
      })
      if (!isStale()) {
        last = question
        const frame = Math.min(store.getState().frame, Math.max(0, preview.frames.length - 1))
        tell({ answer: { preview, graph, atS, windowS }, problem: null, frame })
      }
    } catch (error) {
      if (!isStale()) {
        last = ''
        tell({ answer: null, problem: problemOf(error) })
      }
    } finally {
      asking = false
      if (wanted) want()
      else store.setState({ busy: false })
    }
  }

  function tell(change: Partial<PreviewState>): void {
    store.setState(change)
    const { answer, frame } = store.getState()
    figures.setState((old) => sharedFigures(old, answer ? nodeFigures(answer.preview, frame) : {}), true)
  }

  const stops = [
    documents.subscribe(({ doc }, { doc: before }) => {
      if (doc.graph !== before.graph || doc.layout.switches !== before.layout.switches) want()
    }),
    resources.subscribe(({ models }, { models: before }) => {
      if (models !== before) want()
    }),
  ]

  return {
    store,
    figures,
    lookAt(atS) {
      if (atS === store.getState().atS) return
      store.setState({ atS, frame: 0 })
      want()
    },
    setWindow(windowS) {
      chosenWindowS = windowS
      store.setState({ windowS, frame: 0 })
      want(0)
    },
    showFrame: (frame) => tell({ frame }),
    tryAgain() {
      store.setState(({ attempt }) => ({ attempt: attempt + 1 }))
      want(0)
    },
    watch(windowS = 0) {
      const watcher = { windowS }
      watchers.add(watcher)
      want(0)
      return () => {
        watchers.delete(watcher)
        if (watchers.size > 0) return want(0)
        clearTimeout(timer)
        timer = undefined
        last = ''
        tell({ answer: null, problem: null, busy: false })
      }
    },
    stop() {
      clearTimeout(timer)
      watchers.clear()
      for (const stop of stops) stop()
    },
  }
}

/** True when the graph has a source block with media. */
export function hasMedia(graph: Graph): boolean {
  const { config } = graph.nodes.find((n) => n.type === 'source') ?? {}
  return [config?.gcs_uri, config?.dataset_project_id, config?.export_id].some((v) => typeof v === 'string' && v !== '')
}

/** Options of the models that have some: other options give other results. */
const optionsOf = (resources: ResourceStore) =>
  resources.getState().models?.flatMap(({ id, conversion }) => (conversion ? [[id, markOf(conversion)]] : [])) ?? []

function problemOf(error: unknown): PreviewState['problem'] {
  const nodeId = error instanceof HostError ? error.details.find((d) => d.node_id)?.node_id : undefined
  return { message: errorText(error), nodeId: nodeId ?? null }
}
