/** Measures whether this CPU gains by the weights of a model: its own network with them, and with float32 weights. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { type DetectorSession, openSession } from '../detector-session.ts'
import { readModelFile } from '../one-file/read-model-file.ts'
import { floatCounterpart } from './float-counterpart.ts'
import { inferGrey } from './grey-image.ts'

/** The time of both together: a slow model gets fewer runs. */
const LONGEST_MS = 8_000
const RUNS = 20

/**
 * Time of the model in `path` with float32 weights over its time as it is, on the threads of `session`, its own open
 * session: more than 1 is a gain. Runs of both alternate, and the fastest of each counts, so that other load on the
 * machine matters little. Null for a network that can't be written with float32 weights, or not opened with them.
 */
export async function cpuGain(session: DetectorSession, path: string, threads: number): Promise<number | null> {
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
