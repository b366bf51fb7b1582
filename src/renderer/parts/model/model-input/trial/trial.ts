/**
 * Runs a model on a picture with the options as saved and with those being changed. One request is under way at a time;
 * a change stops it, and an answer to an earlier change is dropped.
 */
import { useState } from 'react'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { PickedSource } from '../../../../../shared/bridge/studio.ts'
import type { Conversion, ConversionInUse } from '../../../../../shared/domain/conversion.ts'
import type { Preview, PreviewDetection } from '../../../../../shared/engine-contract/preview.ts'
import type { Graph } from '../../../../../shared/graph/graph.ts'
import { type Host, useHost } from '../../../../base/host/host-context.ts'
import { errorText } from '../../../../base/ui/error-text.ts'
import { texts } from '../../../../texts/texts.ts'
import { MEDIA, pathOf, pickFile } from '../../../studio/upload/pick-file.ts'
import { uploadSource } from '../../../studio/upload/upload.ts'
import { type FieldProblem, fieldProblemOf } from '../field-problem.ts'
import { sameOptions } from '../value-text.ts'

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

/** A picture on which a model is tried: of a file, or an image of a data set. */
export interface Specimen {
  readonly name: string
  /** The config of a source block. */
  readonly config: Readonly<Record<string, unknown>>
  /** Media time of the picture, seconds. */
  readonly atS: number
  /** The place in a data set; null for a file. */
  readonly place: { readonly index: number; readonly of: number } | null
}

/** A video is shown by the frame in its middle: the first one is often black. */
export const specimenOfFile = ({ uri, name, kind, video }: PickedSource): Specimen => ({
  name,
  config: { kind, gcs_uri: uri },
  atS: kind === 'video' ? (video?.duration_seconds ?? 0) / 2 : 0,
  place: null,
})

/** Images of a data set are a second apart; the middle of an image's second can't be rounded to a neighbour. */
export const specimenOfDataset = (
  { id, name, image_count: of }: { id: string; name: string; image_count: number },
  index = 0,
): Specimen => ({
  name,
  config: { kind: 'dataset', dataset_project_id: id },
  atS: index + 0.5,
  place: { index, of },
})

const MODEL_NODE = 'model'

/** Low, so that the page can show less sure answers without another run. */
const LEAST_CONFIDENCE = 0.05

const trialGraph = (specimen: Specimen, modelId: string): Graph => ({
  version: 1,
  nodes: [
    { id: 'source', type: 'source', config: { ...specimen.config } },
    { id: MODEL_NODE, type: 'model', config: { model_id: modelId, confidence_threshold: LEAST_CONFIDENCE } },
  ],
  edges: [{ source: 'source', target: MODEL_NODE, sourceHandle: 'frames', targetHandle: 'frames' }],
})

const words = texts.modelInput.trial

interface Picking {
  /** Name of the file that is being read. */
  busy: string | null
  problem: string | null
  pick(): Promise<void>
  take(file: File): Promise<void>
}

/** Picks or takes a file for a trial: by its path where the platform reads it, else by an upload. */
export function usePicking(onPicked: (specimen: Specimen) => void): Picking {
  const { info, studio } = useHost()
  const [busy, setBusy] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  async function take(file: File): Promise<void> {
    setBusy(file.name)
    setProblem(null)
    try {
      const path = info.local_files ? pathOf(file) : null
      const source = await (path === null ? uploadSource(info.upload_url, file) : studio.openSourcePath({ path }))
      if (source) onPicked(specimenOfFile(source))
    } catch (error) {
      setProblem(`${words.notRead(file.name)}: ${errorText(error)}`)
    } finally {
      setBusy(null)
    }
  }

  return {
    busy,
    problem,
    take,
    async pick() {
      if (!info.local_files) {
        const file = await pickFile(MEDIA, words.choose)
        if (file) await take(file)
        return
      }
      try {
        const source = await studio.pickSource({ kind: 'image' })
        if (source) onPicked(specimenOfFile(source))
      } catch (error) {
        setProblem(errorText(error))
      }
    },
  }
}
