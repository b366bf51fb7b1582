/** Which media a run reads: the graph's own source, or the one it was invoked on. */
import { ApiError } from '../../shared/api/errors.ts'
import type { InvokeSource } from '../../shared/api/workflows.ts'
import type { ConfigOf } from '../../shared/blocks/catalogue.ts'
import type { Graph } from '../../shared/graph/graph.ts'
import type { ResolveMedia } from '../uploads/media-handles.ts'

export interface SourceToRun {
  kind: 'video' | 'image'
  uri: string
  name: string
  /** Null looks at every frame. */
  sampleFps: number | null
  /** Null reads to the end. */
  durationS: number | null
}

type SourceConfig = Partial<ConfigOf<'source'>>

const sourceConfig = (graph: Graph): SourceConfig | undefined =>
  graph.nodes.find((n) => n.type === 'source')?.config as SourceConfig | undefined

const sampleFpsOf = (config: SourceConfig | undefined): number | null =>
  typeof config?.sample_fps === 'number' ? config.sample_fps : null

/** Of a graph that is known to be runnable. @throws ApiError invalid_source when the file went away just now. */
export async function storedSource(
  graph: Graph,
  organizationId: string,
  resolveMedia: ResolveMedia,
): Promise<SourceToRun> {
  const config = sourceConfig(graph)
  const uri = config?.gcs_uri ?? ''
  const file = await resolveMedia(uri, organizationId)
  if (!file) throw new ApiError('invalid_source', 'The file of this source is no longer there. Choose it again.')
  const kind = config?.kind === 'image' ? 'image' : 'video'
  return { kind, uri, name: file.name, sampleFps: kind === 'video' ? sampleFpsOf(config) : null, durationS: null }
}

/** @throws ApiError invalid_source for a handle that is not the organization's, and for what cannot be run on yet. */
export async function invokedSource(
  source: InvokeSource,
  graph: Graph,
  organizationId: string,
  resolveMedia: ResolveMedia,
): Promise<SourceToRun> {
  if (source.kind === 'dataset') {
    const message = 'Runs on data sets are not available in this version. Invoke the workflow on a video or an image.'
    throw new ApiError('invalid_source', message, [{ field: '/source/kind', message }])
  }
  const file = await resolveMedia(source.gcs_uri, organizationId)
  if (!file) {
    const message = 'This handle names no upload of your organization.'
    throw new ApiError('invalid_source', message, [{ field: '/source/gcs_uri', message }])
  }
  const { kind, gcs_uri: uri } = source
  if (source.kind === 'image') return { kind, uri, name: file.name, sampleFps: null, durationS: null }
  const sampleFps = source.sample_fps ?? sampleFpsOf(sourceConfig(graph))
  return { kind, uri, name: file.name, sampleFps, durationS: source.duration_seconds ?? null }
}

/** The graph as it is run and kept: its source block reads the invoked media. */
export function withSource(graph: Graph, source: SourceToRun): Graph {
  const config: SourceConfig = { kind: source.kind, gcs_uri: source.uri }
  if (source.sampleFps !== null) config.sample_fps = source.sampleFps
  return { ...graph, nodes: graph.nodes.map((n) => (n.type === 'source' ? { ...n, config } : n)) }
}
