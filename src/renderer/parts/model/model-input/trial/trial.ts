/**
 * Runs a model on a picture with the options as saved and with those being changed. One request is under way at a time;
 * a change stops it, and an answer to an earlier change is dropped.
 */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Conversion, ConversionInUse } from '../../../../../shared/domain/conversion.ts'
import type { Preview, PreviewDetection } from '../../../../../shared/engine-contract/preview.ts'
import type { Host } from '../../../../base/host/host-context.ts'
import { errorText } from '../../../../base/ui/error-text.ts'
import { type FieldProblem, fieldProblemOf } from '../field-problem.ts'
import { sameOptions } from '../value-text.ts'
import { MODEL_NODE, type Specimen, trialGraph } from './specimen.ts'

export interface Answered {
  readonly ok: true
  /** The options that it was made with. */
  readonly options: Conversion
  readonly detections: readonly PreviewDetection[]
  /** Null for a network that takes no options. */
  readonly inUse: ConversionInUse | null
  readonly seconds: number
}

export interface NotAnswered {
  readonly ok: false
  readonly options: Conversion
  readonly reason: string
  readonly problem: FieldProblem | null
}

export type Answer = Answered | NotAnswered

export interface Picture {
  readonly url: string
  /** In pixels of the picture, as boxes are. */
  readonly size: { readonly width: number; readonly height: number }
}

export interface TrialState {
  readonly specimen: Specimen | null
  readonly picture: Picture | null
  readonly stored: Answer | null
  /** Null while nothing is changed; the answer to an earlier change is kept while the next is pending. */
  readonly tried: Answer | null
  readonly busy: boolean
}

export interface Trial {
  readonly store: StoreApi<TrialState>
  look(specimen: Specimen | null): void
  /** The saved options, and those to try. */
  use(stored: Conversion, tried: Conversion): void
  stop(): void
}

/** Long enough for the next key of somebody who types a number. */
const PAUSE_MS = 250
const START: TrialState = { specimen: null, picture: null, stored: null, tried: null, busy: false }

export function createTrial(host: Host, modelId: string, pauseMs = PAUSE_MS): Trial {
  const store = createStore<TrialState>()(() => START)
  let wanted: { stored: Conversion; tried: Conversion } = { stored: {}, tried: {} }
  let timer: ReturnType<typeof setTimeout> | undefined
  let asking: AbortController | null = null

  function want(afterMs: number): void {
    asking?.abort()
    asking = null
    clearTimeout(timer)
    if (!store.getState().specimen) return
    store.setState({ busy: true })
    timer = setTimeout(() => void answer(), afterMs)
  }

  async function answer(): Promise<void> {
    const stop = new AbortController()
    asking = stop
    const { specimen, stored } = store.getState()
    if (!specimen) return
    const { stored: saved, tried } = wanted
    if (!stored || !sameOptions(stored.options, saved)) {
      const made = await ask(specimen, saved, stop)
      if (stop.signal.aborted) return
      store.setState({ stored: made })
    }
    const isChanged = !sameOptions(saved, tried)
    const made = isChanged ? await ask(specimen, tried, stop) : null
    if (stop.signal.aborted) return
    store.setState({ tried: made, busy: false })
  }

  async function ask(specimen: Specimen, options: Conversion, { signal }: AbortController): Promise<Answer> {
    try {
      const picture = store.getState().picture === null
      const body = {
        graph: trialGraph(specimen, modelId),
        at_seconds: specimen.atS,
        window_seconds: 0,
        picture,
        conversions: { [MODEL_NODE]: options },
      }
      const preview = await host.api('workflows.preview', { body }, signal)
      if (preview.picture && !signal.aborted) store.setState({ picture: pictureOf(preview, preview.picture.jpeg) })
      return {
        ok: true,
        options,
        detections: preview.frames[0]?.nodes[MODEL_NODE]?.detections ?? [],
        inUse: preview.conversions?.[MODEL_NODE] ?? null,
        seconds: preview.engine_ms / 1000,
      }
    } catch (error) {
      return { ok: false, options, reason: errorText(error), problem: fieldProblemOf(error) }
    }
  }

  return {
    store,
    look(specimen) {
      if (specimen === store.getState().specimen) return
      store.setState({ ...START, specimen })
      want(0)
    },
    use(stored, tried) {
      const known = store.getState()
      wanted = { stored, tried }
      if (known.tried && sameOptions(known.tried.options, stored) && sameOptions(stored, tried)) {
        // It was saved: its answer is that of the saved options.
        store.setState({ stored: known.tried, tried: null })
      }
      want(pauseMs)
    },
    stop() {
      asking?.abort()
      clearTimeout(timer)
    },
  }
}

const pictureOf = ({ width, height }: Preview, jpeg: string): Picture => ({
  url: `data:image/jpeg;base64,${jpeg}`,
  size: { width, height },
})
