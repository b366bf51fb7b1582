import { writeFile } from 'node:fs/promises'
import type { RunCounts } from '../../shared/domain/event.ts'
import type { RunJob } from '../../shared/domain/job.ts'
import type { Artifact } from '../../shared/domain/run.ts'
import { outputFailure } from '../runtime/run-failure.ts'
import type { OutputFolder } from './output-folder.ts'
import type { ResultHeader } from './result-header.ts'

export interface ManifestParts {
  job: RunJob
  header: ResultHeader
  startedAt: Date
  frames: number
  counts: RunCounts
  artifacts: readonly Artifact[]
}

/** `manifest.json`: what was run, on what, by which versions, and what came out. The log, still open, is not in it. */
export async function writeManifest(output: OutputFolder, parts: ManifestParts): Promise<void> {
  const { job, header, startedAt, frames, counts, artifacts } = parts
  const { sightline, ...origin } = header
  const manifest = {
    format: 'sightline-manifest',
    version: 1,
    ...origin,
    graph: job.graph,
    settings: { sample_fps: job.source.sampleFps, duration_s: job.source.durationS },
    versions: { sightline, node: process.versions.node, os: process.platform, arch: process.arch },
    started_at: startedAt.toISOString(),
    finished_at: new Date().toISOString(),
    frames,
    counts,
    artifacts,
  }
  const path = output.manifestPath
  try {
    await writeFile(path, `${JSON.stringify(manifest, null, 2)}\n`, { flag: 'wx' })
  } catch (error) {
    throw outputFailure(error, 'manifest.json') ?? error
  }
  output.add({ name: 'manifest.json', kind: 'manifest', nodeId: null, mediaType: 'application/json', records: null })
}
