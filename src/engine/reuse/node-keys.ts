/** What decides the outputs of a node, as one hash: nodes with the same key put out the same for every frame. */
import type { BlockKindName } from '../../shared/blocks/catalogue.ts'
import type { RunJob } from '../../shared/domain/job.ts'
import { VERSION } from '../../shared/domain/version.ts'
import type { Plan } from '../runtime/plan.ts'
import { valueDigest } from '../sinks/digest.ts'

/** To be raised whenever the same files and settings come to give other detections or tracks, or tapes change. */
const SEMANTICS = 3

/** Settings that change nothing in what a node puts out. Models are known by their files, whatever they are called. */
const WITHOUT_EFFECT: { [K in BlockKindName]?: readonly string[] } = {
  model: ['draw', 'model_id'],
  track: ['reid_model_id'],
  crop: ['emit_crops'],
  // The media is known by its content, and the sample rate that counts is the run's.
  source: ['kind', 'gcs_uri', 'dataset_project_id', 'directory_path', 'export_id', 'sample_fps'],
}

export interface KeyedSource {
  /** Hex SHA-256 of the media. */
  sha256: string
  sampleFps: number | null
}

/** By node id. `source` stands for what the source block reads. */
export function nodeKeys(plan: Plan, job: RunJob, { sha256, sampleFps }: KeyedSource): Map<string, string> {
  const { durationS, images } = job.source
  const media = { sha256, sampleFps, durationS, images: images?.map(({ id, name }) => [id, name]) ?? null }
  const keys = new Map<string, string>()
  for (const node of plan.nodes) {
    const { id, kind, config, inlets } = node
    const ignored = WITHOUT_EFFECT[kind] ?? []
    // Ids of detections and tracks are made of a node's place among those of its kind.
    const alike = plan.nodes.filter((n) => n.kind === kind).map((n) => n.id)
    const parts = {
      engine: [VERSION, SEMANTICS],
      ...{ id, kind },
      place: kind === 'model' || kind === 'track' ? [alike.indexOf(id), alike.length] : null,
      config: Object.entries(config).filter(([name]) => !ignored.includes(name)),
      file: job.models[id]?.sha256 ?? null,
      media: kind === 'source' ? media : null,
      inlets: inlets.map(({ from, output }) => [keys.get(from), output]),
    }
    keys.set(id, valueDigest({ ...parts, config: Object.fromEntries(parts.config) }))
  }
  return keys
}

/** Under which the times of the frames of a source are kept. */
export const timelineKey = (sourceKey: string): string => valueDigest(['timeline', sourceKey])
