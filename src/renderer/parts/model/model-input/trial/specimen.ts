/** A picture on which a model is tried, of a file or of a data set, and how a file is picked. */
import { useState } from 'react'
import type { PickedSource } from '../../../../../shared/bridge/studio.ts'
import type { Graph } from '../../../../../shared/graph/graph.ts'
import { useHost } from '../../../../base/host/host-context.ts'
import { errorText } from '../../../../base/ui/error-text.ts'
import { texts } from '../../../../texts/texts.ts'
import { MEDIA, pathOf, pickFile } from '../../../studio/upload/pick-file.ts'
import { uploadSource } from '../../../studio/upload/upload.ts'

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

export const MODEL_NODE = 'model'

/** Low, so that the page can show less sure answers without another run. */
const LEAST_CONFIDENCE = 0.05

export const trialGraph = (specimen: Specimen, modelId: string): Graph => ({
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
