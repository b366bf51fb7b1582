/** Determines the media of a run: the graph's own source, or the one it was invoked on. */

import { ApiError } from '../../shared/api/errors.ts'
import type { InvokeSource } from '../../shared/api/workflows.ts'
import type { Graph } from '../../shared/graph/graph.ts'
import { message } from '../../shared/messages/message.ts'
import { saidOf } from '../../shared/messages/said.ts'
import { directoryPath } from '../datasets/directories/directory-path.ts'
import type { Caller } from '../machine/identity/caller.ts'
import type { FindRunMedia, RunMedia, SourceConfig } from './readiness/run-media.ts'

export interface SourceToRun {
  kind: RunMedia['kind']
  /** Null for a data set and an export. */
  uri: string | null
  name: string
  /** Config of the source block as it is run. */
  config: SourceConfig
  /** Null processes every frame. */
  sampleFps: number | null
  /** Null reads to the end. */
  durationS: number | null
}

const sourceConfig = (graph: Graph): SourceConfig =>
  (graph.nodes.find((n) => n.type === 'source')?.config ?? {}) as SourceConfig

const sampleFpsOf = (config: SourceConfig): number | null =>
  typeof config.sample_fps === 'number' ? config.sample_fps : null

function toRun({ kind, name, datasetId }: RunMedia, given: SourceConfig, durationS: number | null): SourceToRun {
  const sampleFps = kind === 'video' ? sampleFpsOf(given) : null
  // A data set may be renamed before the run starts; a file is checked and run as what it is.
  const config = { ...given, kind, ...(datasetId !== null && { dataset_project_id: datasetId }) }
  const isFile = kind === 'video' || kind === 'image'
  return { kind, name, uri: isFile ? (config.gcs_uri ?? null) : null, config, sampleFps, durationS }
}

/**
 * The source of a graph that is known to be runnable. @throws ApiError invalid_source when the file has just been
 * removed.
 */
export async function storedSource(graph: Graph, caller: Caller, findMedia: FindRunMedia): Promise<SourceToRun> {
  const config = sourceConfig(graph)
  const found = await findMedia(config, caller)
  if (!found.ok) throw new ApiError('invalid_source', found.problem)
  return toRun(found.media, config, null)
}

/** @throws ApiError invalid_source for a handle or data set that is not the organization's, or is empty; invalid_field */
export async function invokedSource(
  source: InvokeSource,
  graph: Graph,
  caller: Caller,
  findMedia: FindRunMedia,
): Promise<SourceToRun> {
  const config = invokedConfig(source, sourceConfig(graph))
  const found = await findMedia(config, caller)
  if (found.ok) {
    const isVideo = found.media.kind === 'video' && source.kind === 'video'
    return toRun(found.media, config, isVideo ? (source.duration_seconds ?? null) : null)
  }
  const isHandle = source.kind !== 'dataset' && found.problem.code === 'resource.source_missing'
  const reason = isHandle ? message('workflow.handle_not_yours') : found.problem
  const field = source.kind === 'dataset' ? '/source/dataset' : '/source/gcs_uri'
  throw new ApiError('invalid_source', reason, [{ field, ...saidOf(reason), code: found.problem.code }])
}

function invokedConfig(source: InvokeSource, stored: SourceConfig): SourceConfig {
  if (source.kind === 'dataset') {
    const { dataset: dataset_project_id, directory_path } = source
    if (directory_path === undefined) return { kind: 'dataset', dataset_project_id }
    const path = directoryPath(directory_path, '/source/directory_path')
    return { kind: 'dataset', dataset_project_id, directory_path: path }
  }
  const { kind, gcs_uri } = source
  const sample_fps = source.kind === 'video' ? (source.sample_fps ?? sampleFpsOf(stored)) : null
  // The workflow states how a video is read, whatever the video.
  const deinterlace = source.kind === 'video' ? stored.deinterlace : undefined
  return { kind, gcs_uri, ...(sample_fps === null ? {} : { sample_fps }), ...(deinterlace && { deinterlace }) }
}

/** The graph as it is run and stored: its source block reads the invoked media. */
export const withSource = (graph: Graph, { config }: SourceToRun): Graph => ({
  ...graph,
  nodes: graph.nodes.map((n) => (n.type === 'source' ? { ...n, config } : n)),
})
