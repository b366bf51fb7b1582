/** `sightline run --resume`: finds an interrupted run in the folder of its results. */
import { fileDigest } from '../engine/output/digest.ts'
import { readCheckpoint, resumableWorkFolder } from '../engine/output/work-folder.ts'
import type { DeviceChoice } from '../shared/domain/device.ts'
import type { ModelFile, RunJob } from '../shared/engine-contract/job.ts'
import { CommandFailure } from './terminal.ts'

/**
 * The interrupted run's job, to be resumed in the same folder, on its own device or on another. Raises a
 * `CommandFailure` when there is no checkpoint.
 */
export async function resumedJob(outDir: string, device?: DeviceChoice): Promise<RunJob> {
  const work = await resumableWorkFolder(outDir)
  const checkpoint = work === null ? null : await readCheckpoint(work)
  if (!checkpoint) {
    throw new CommandFailure(`There is no interrupted run in “${outDir}” that can be resumed. Run the workflow again.`)
  }
  const { job } = checkpoint
  const models = await Promise.all(
    Object.entries(job.models).map(async ([id, file]) => [
      id,
      { ...(await asItIsNow(file)), ...(device && { device }) },
    ]),
  )
  return { ...job, models: Object.fromEntries(models), outDir, resume: { outDir, runId: job.runId } }
}

/** A missing file keeps its digest: the engine reports what is missing. */
const asItIsNow = async (file: ModelFile): Promise<ModelFile> => ({
  ...file,
  sha256: await fileDigest(file.path).catch(() => file.sha256),
})
