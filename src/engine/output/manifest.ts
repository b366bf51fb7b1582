import { writeFile } from 'node:fs/promises'
import type { DeviceUsed } from '../../shared/domain/device.ts'
import type { RunCounts } from '../../shared/domain/event.ts'
import type { Artifact } from '../../shared/domain/run.ts'
import type { RunJob } from '../../shared/engine-contract/job.ts'
import { englishOf } from '../../shared/messages/format.ts'
import { outputFailure } from '../core/run-failure.ts'
import type { SkippedImage } from '../media/frame.ts'
import type { OutputFolder } from './output-folder.ts'
import type { ResultHeader } from './result-header.ts'
import { MANIFEST_NAME } from './work-folder.ts'

export interface ManifestParts {
  job: RunJob
  header: ResultHeader
  startedAt: Date
  frames: number
  counts: RunCounts
  artifacts: readonly Artifact[]
  /** For a collection of images: those that could not be read, and the reasons. */
  skipped?: readonly SkippedImage[] | undefined
  /** Blocks whose results were reused from an earlier run. */
  reused: readonly { node_id: string; made_at: string }[]
  /** Devices that ran the models of blocks. */
  devices: readonly ({ node_id: string } & DeviceUsed)[]
}

/** Writes `manifest.json`: the graph, source, versions and results of a run. The log, still open, is not included. */
export async function writeManifest(output: OutputFolder, parts: ManifestParts): Promise<void> {
  const { job, header, startedAt, frames, counts, artifacts, skipped, reused, devices } = parts
  const { sightline, workflow, ...origin } = header
  const { graph, ...named } = workflow
  const manifest = {
    format: 'sightline-manifest',
    version: 1,
    ...origin,
    workflow: named,
    graph,
    settings: { sample_fps: job.source.sampleFps, duration_s: job.source.durationS },
    versions: { sightline, node: process.versions.node, os: process.platform, arch: process.arch },
    started_at: startedAt.toISOString(),
    finished_at: new Date().toISOString(),
    frames,
    ...(skipped && { skipped: skipped.map(({ name, reason }) => ({ name, reason: englishOf(reason) })) }),
    ...(reused.length > 0 && { reused }),
    ...(devices.length > 0 && { devices }),
    counts,
    artifacts,
  }
  const path = output.manifestPath
  try {
    await writeFile(path, `${JSON.stringify(manifest, null, 2)}\n`, { flag: 'wx' })
  } catch (error) {
    throw outputFailure(error, MANIFEST_NAME) ?? error
  }
  output.add({ name: MANIFEST_NAME, kind: 'manifest', nodeId: null, mediaType: 'application/json', records: null })
}
