import { statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import type { Conversion } from '../../shared/domain/conversion.ts'
import { CPU, type DeviceUsed } from '../../shared/domain/device.ts'
import type { ModelInspection } from '../../shared/engine-contract/job.ts'
import { message } from '../../shared/messages/message.ts'
import { RunFailure } from '../core/run-failure.ts'
import { type DetectorSession, openSession } from './detector-session.ts'
import { cpuUsed } from './devices/cpu-device.ts'
import { medianTime } from './median-time.ts'
import { firstLine, unsupported } from './model-errors.ts'
import { openSam3 } from './sam3/sam3-session.ts'
import { cpuGain } from './speed/cpu-gain.ts'
import { inferGrey } from './speed/grey-image.ts'

export interface InspectSettings {
  measure?: boolean
  device?: DeviceUsed | undefined
  conversion?: Conversion | null
}

/**
 * Inspects a model file, or the folder of SAM 3; `name` is the model's name in messages. Raises the failures of
 * `openSession`; blocks its thread while the model is tried. `measure`: also times the model on one image, on `device`,
 * or with all cores of the CPU. `conversion`: a person's options of the model.
 */
export async function inspectModel(
  path: string,
  name?: string,
  { measure = false, device = cpuUsed(), conversion = null }: InspectSettings = {},
): Promise<ModelInspection> {
  const threads = measure ? availableParallelism() : 1
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
  if (!measure || device.id === CPU) {
    const session = await (isFolder ? openSam3(path, threads, []) : openSession(path, threads, name, { conversion }))
    return await closing(session, async ({ inspection }) =>
      measure ? await measured(session, path, threads) : inspection,
    )
  }
  if (isFolder) throw unsupported(message('device.sam3'))
  // On the CPU first: the failures of a model that fails there name their cause.
  const inspection = await closing(
    await openSession(path, threads, name, { conversion }),
    async (session) => session.inspection,
  )
  try {
    return await closing(
      await openSession(path, threads, name, { device: device.id, conversion }),
      async (session) => ({
        ...inspection,
        speed: { ...(await timed(session)), threads, device },
      }),
    )
  } catch (error) {
    const reason = firstLine(error instanceof RunFailure ? (error.cause ?? error) : error)
    const failure = message('device.model_fails', { model: name ?? path, device: device.name, reason })
    throw new RunFailure('model_unsupported', failure, null, error)
  }
}

/** On the CPU, with the gain of its weights. */
async function measured(session: DetectorSession, path: string, threads: number): Promise<ModelInspection> {
  const { inspection } = session
  const speed = { ...(await timed(session)), threads, device: cpuUsed() }
  const cpuGainOf = inspection.weights.type === 'fp32' ? null : await cpuGain(session, path, threads)
  return { ...inspection, cpuGain: cpuGainOf, speed }
}

async function closing<T>(session: DetectorSession, work: (session: DetectorSession) => Promise<T>): Promise<T> {
  try {
    return await work(session)
  } finally {
    await session.close()
  }
}

/** Several runs on a grey image; the run at opening was the warm-up. */
async function timed(session: DetectorSession): Promise<{ medianMs: number; runs: number }> {
  const { medianMs, runs } = await medianTime(() => inferGrey(session))
  return { medianMs: medianMs / session.imagesPerRun, runs }
}
