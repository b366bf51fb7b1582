/** Completes a run: ends its files, writes the manifest and moves everything to the output folder. */

import type { Artifact, RunInspection } from '../../shared/domain/run.ts'
import type { RunJob } from '../../shared/engine-contract/job.ts'
import { message } from '../../shared/messages/message.ts'
import { RunFailure } from '../core/run-failure.ts'
import { writeManifest } from '../output/manifest.ts'
import type { RunLog } from '../output/run-log.ts'
import type { LiveRun } from './live-run.ts'
import { devicesOf } from './open-networks.ts'
import type { OpenRun } from './open-run.ts'
import type { RunHooks } from './run-hooks.ts'

export interface Written {
  artifacts: Artifact[]
  inspection: RunInspection | null
}

/** Null when the run is cancelled meanwhile. */
export async function completeRun(
  job: RunJob,
  { reader, sourceId, pipeline, output, header, reuse, networks }: OpenRun,
  live: LiveRun,
  log: RunLog,
  startedAt: Date,
  hooks: RunHooks,
): Promise<Written | null> {
  for (const warning of reader.warnings) log.write('warning', warning, sourceId)
  if (live.progress.frames_done === 0) {
    throw new RunFailure('source_empty', message('media.nothing_decoded', { name: job.source.name }), sourceId)
  }
  await pipeline.finish(live.progress.media_time_s)
  live.end()
  const artifacts = await output.describe(hooks.onActivity)
  const frames = live.progress.frames_done
  await writeManifest(output, {
    job,
    header,
    startedAt,
    frames,
    counts: live.counts(),
    artifacts,
    skipped: reader.skipped,
    reused: [...(reuse?.reused ?? [])].flatMap(([node_id, { madeAt }]) =>
      madeAt === null ? [] : [{ node_id, made_at: madeAt }],
    ),
    devices: [...devicesOf(networks)].map(([node_id, device]) => ({ node_id, ...device })),
  })
  const all = await output.describe()
  const inspection = job.inspected ? inspectionOf(await output.describeInternal(hooks.onActivity)) : null
  if (hooks.signal.aborted) return null
  await output.commit(hooks.onCommit)
  return { artifacts: all, inspection }
}

const inspectionOf = (files: readonly Artifact[]): RunInspection => {
  const of = (kind: 'frames' | 'events') => files.find(({ name }) => name.startsWith(`inspection-${kind}`)) ?? null
  return { frames: of('frames'), events: of('events') }
}
