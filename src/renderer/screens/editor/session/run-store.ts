/** The live state of a run, apart from the document: each node subscribes to its own figures only. */
import { notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { reduceRun } from '../../../../shared/domain/live-run.ts'
import { isTerminal, type LogLine, type WorkflowRun } from '../../../../shared/domain/run.ts'
import { type Host, HostError } from '../../../base/host/host-context.ts'
import { followRun, PAUSES_MS } from '../../../parts/run/progress/follow-run.ts'
import { texts } from '../../../texts/texts.ts'
import type { Controls } from './editor-context.ts'
import type { EditorSession } from './session.ts'
import { setUi, uiStore } from './ui-store.ts'

export interface LiveRun {
  /** Null until the first response; its figures and counts are always the newest. */
  readonly run: WorkflowRun | null
  readonly log: readonly LogLine[]
  /** Set while a start or a cancel is pending. */
  readonly busy: 'starting' | 'cancelling' | null
  /** The error of the last start or cancel. */
  readonly problem: string | null
  /** True while the host is unreachable and the run is being located again. */
  readonly lost: boolean
}

export interface RunController {
  readonly store: StoreApi<LiveRun>
  /** Starts a run of the saved workflow and follows it. Rejects with the platform's `HostError`. */
  start(workflowId: string): Promise<void>
  follow(runId: string): void
  cancel(): Promise<void>
  /** Stops following; the run itself continues. */
  stop(): void
}

const IDLE: LiveRun = { run: null, log: [], busy: null, problem: null, lost: false }
const LOG_LINES = 200

export function createRunController(host: Host, pausesMs = PAUSES_MS): RunController {
  const store = createStore<LiveRun>()(() => IDLE)
  let following: AbortController | null = null

  async function watch(runId: string, signal: AbortSignal) {
    /** The editor keeps trying: its server may be away for long. */
    const onFailure = (error: unknown) => {
      if (error instanceof HostError && error.code === 'not_found') throw error
      store.setState({ lost: true })
    }
    try {
      for await (const update of followRun(host, runId, { signal, onFailure, pausesMs })) {
        if (signal.aborted) return
        store.setState((s) => ({ ...reduceRun(s, update, LOG_LINES), lost: false }))
      }
    } catch (error) {
      store.setState({ ...IDLE, problem: (error as Error).message })
    }
  }

  function follow(runId: string) {
    following?.abort()
    following = new AbortController()
    if (store.getState().run?.id !== runId) store.setState({ ...IDLE, busy: store.getState().busy })
    void watch(runId, following.signal)
  }

  return {
    store,
    follow,
    start: async (workflowId) => {
      following?.abort()
      store.setState({ ...IDLE, busy: 'starting' }, true)
      try {
        const { run_id } = await host.api('workflows.run', { params: { workflow: workflowId } })
        follow(run_id)
      } catch (error) {
        store.setState({ problem: error instanceof Error ? error.message : String(error) })
        throw error
      } finally {
        store.setState({ busy: null })
      }
    },
    cancel: async () => {
      const { run } = store.getState()
      if (!run || isTerminal(run.status)) return
      store.setState({ busy: 'cancelling', problem: null })
      try {
        const fresh = await host.api('workflowRuns.cancel', { params: { run_id: run.id } })
        store.setState((s) => reduceRun(s, { type: 'run', run: fresh }, LOG_LINES))
      } catch (error) {
        const late = error instanceof HostError && error.code === 'wrong_state'
        if (!late) store.setState({ problem: error instanceof Error ? error.message : String(error) })
      } finally {
        store.setState({ busy: null })
      }
    },
    stop: () => following?.abort(),
  }
}

export const isLive = (run: WorkflowRun | null): boolean => run !== null && !isTerminal(run.status)

/** Handles the end of a run: shows the failed block, or announces completion if the run panel is closed. */
export function useRunEnd(session: EditorSession, { actions }: Controls): void {
  useEffect(
    () =>
      session.runs.store.subscribe(({ run }, { run: before }) => {
        if (!run || !before || run.id !== before.id || !isTerminal(run.status) || isTerminal(before.status)) return
        if (run.status === 'error') {
          setUi({ dock: 'run' })
          if (run.error?.node_id) actions.showNode(run.error.node_id)
        } else if (run.status === 'completed' && uiStore.getState().dock !== 'run') {
          setUi({ dock: 'run' })
          notifications.show({ message: texts.editor.session.hasRun(run.workflow_name), color: 'green' })
        }
      }),
    [session, actions],
  )
}
