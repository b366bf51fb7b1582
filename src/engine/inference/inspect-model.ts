import { statSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Conversion } from '../../shared/domain/conversion.ts'
import { CPU, type DeviceUsed } from '../../shared/domain/device.ts'
import type { ModelInspection } from '../../shared/engine-contract/job.ts'
import { message } from '../../shared/messages/message.ts'
import { RunFailure } from '../core/run-failure.ts'
import type { Found } from './candidates.ts'
import { type DetectorSession, openSession } from './detector-session.ts'
import { cpuUsed } from './devices/cpu-device.ts'
import { medianTime } from './median-time.ts'
import { firstLine, unsupported } from './model-errors.ts'
import { readModelFile } from './one-file/read-model-file.ts'
import { openSam3 } from './sam3/sam3-session.ts'
import { floatCounterpart } from './speed/float-counterpart.ts'

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

/** The time of both together: a slow model gets fewer runs. */
const LONGEST_MS = 8_000
const RUNS = 20

const OPTIONS = { confidence: 0.25, classIds: null, iou: 0.7, classAgnostic: false, maxDetections: 300 }

/** Runs a model on a grey image, on which models are timed. */
function inferGrey({ infer, inspection: { input } }: DetectorSession): Promise<Found> {
  return infer(new Float32Array(3 * input.width * input.height).fill(0.5), OPTIONS)
}

/**
 * Measures whether this CPU gains by the weights of a model: returns the time of the model in `path` with float32 weights over
 * its time as it is, on the threads of `session`, its own open
 * session: more than 1 is a gain. Runs of both alternate, and the fastest of each counts, so that other load on the
 * machine matters little. Null for a network that can't be written with float32 weights, or not opened with them.
 */
async function cpuGain(session: DetectorSession, path: string, threads: number): Promise<number | null> {
  const counterpart = await openCounterpart(path, threads)
  if (!counterpart) return null
  const own = { session, fastest: Number.POSITIVE_INFINITY }
  const float = { session: counterpart, fastest: Number.POSITIVE_INFINITY }
  try {
    const startedAt = performance.now()
    for (let run = 0; run < RUNS && (run < 2 || performance.now() - startedAt < LONGEST_MS); run++) {
      for (const side of [own, float]) {
        const begunAt = performance.now()
        await inferGrey(side.session)
        side.fastest = Math.min(side.fastest, performance.now() - begunAt)
      }
    }
    return float.fastest / own.fastest
  } finally {
    await counterpart.close()
  }
}

async function openCounterpart(path: string, threads: number): Promise<DetectorSession | null> {
  const parts = floatCounterpart(readModelFile(path, basename(path)))
  if (!parts) return null
  const folder = await mkdtemp(join(tmpdir(), 'sightline-float-'))
  try {
    const file = join(folder, 'model.onnx')
    await writeFile(file, parts)
    return await openSession(file, threads).catch(() => null)
  } finally {
    await rm(folder, { recursive: true, force: true })
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
