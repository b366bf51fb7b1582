/** Hashes everything that determines a node's outputs: nodes with the same key emit the same for every frame. */

import type { BlockKindName } from '../../shared/blocks/catalogue.ts'
import { AUTO, CPU } from '../../shared/domain/device.ts'
import { VERSION } from '../../shared/domain/version.ts'
import type { ModelFile, RunJob } from '../../shared/engine-contract/job.ts'
import type { Plan } from '../nodes/plan.ts'
import { valueDigest } from '../output/digest.ts'

/**
 * Must be raised whenever the same files and settings lead to other detections or tracks, or the tape format changes.
 */
const SEMANTICS = 6

/** Settings without effect on a node's outputs. Models are identified by their files, whatever their names. */
const WITHOUT_EFFECT: { [K in BlockKindName]?: readonly string[] } = {
  // The device that runs the model is in the job.
  model: ['draw', 'model_id', 'device'],
  track: ['reid_model_id'],
  crop: ['emit_crops'],
  // The media is identified by its content, and the sample rate that counts is the run's.
  source: ['kind', 'gcs_uri', 'dataset_project_id', 'directory_path', 'export_id', 'sample_fps'],
}

export interface KeyedSource {
  /** Hex SHA-256 of the media. */
  sha256: string
  sampleFps: number | null
}

/** By node id. `source` describes the media of the source block. */
export function nodeKeys(
  plan: Plan,
  job: Pick<RunJob, 'source' | 'models'>,
  { sha256, sampleFps }: KeyedSource,
): Map<string, string> {
  const { durationS, images } = job.source
  const media = { sha256, sampleFps, durationS, images: images?.map(({ id, name }) => [id, name]) ?? null }
  const keys = new Map<string, string>()
  for (const node of plan.nodes) {
    const { id, kind, config, inlets } = node
    const ignored = WITHOUT_EFFECT[kind] ?? []
    // Ids of detections and tracks depend on a node's position among those of its kind.
    const alike = plan.nodes.filter((n) => n.kind === kind).map((n) => n.id)
    const parts = {
      engine: [VERSION, SEMANTICS],
      id,
      kind,
      place: kind === 'model' || kind === 'track' ? [alike.indexOf(id), alike.length] : null,
      config: Object.entries(config).filter(([name]) => !ignored.includes(name)),
      file: job.models[id]?.sha256 ?? null,
      media: kind === 'source' ? media : null,
      inlets: inlets.map(({ from, output }) => [keys.get(from), output]),
    }
    // Omitted for the CPU and without options, so that the defaults may be named or not.
    const device = deviceOf(job.models[id])
    const conversion = job.models[id]?.conversion ?? undefined
    keys.set(id, valueDigest({ ...parts, device, conversion, config: Object.fromEntries(parts.config) }))
  }
  return keys
}

const deviceOf = (file: ModelFile | undefined): string | undefined =>
  file?.device === undefined || file.device === CPU || file.device === AUTO ? undefined : file.device

/** The key under which the frame times of a source are cached. */
export const timelineKey = (sourceKey: string): string => valueDigest(['timeline', sourceKey])
