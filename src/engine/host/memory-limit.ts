/** The memory that one engine may use: a file or a model that asks for more ends its engine, not the machine. */
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'

const BYTES_OF_MB = 1024 ** 2
/** The share of the machine's memory, or of the container's, that is left to an engine. */
const SHARE = 0.6
const LEAST_MB = 512
/** Score from -1000 to 1000; Linux kills the process with the highest one when memory runs out. */
const OOM_SCORE = '700'

/** Bytes; as SIGHTLINE_ENGINE_MEMORY_MB sets them. @throws Error for a value that is no number of at least 512 */
export function memoryLimitOf(environment: NodeJS.ProcessEnv): number {
  const text = environment.SIGHTLINE_ENGINE_MEMORY_MB
  if (text === undefined || text === '') return Math.max(LEAST_MB * BYTES_OF_MB, SHARE * memoryHere())
  const megabytes = Number(text)
  if (!(megabytes >= LEAST_MB)) {
    throw new Error(`SIGHTLINE_ENGINE_MEMORY_MB is “${text}”. Set a number of megabytes, ${LEAST_MB} or more.`)
  }
  return megabytes * BYTES_OF_MB
}

/** Memory for each process that decodes images: more than one needs for a photograph, and enough for a few large ones. */
const BYTES_OF_PROCESS = 1024 * BYTES_OF_MB
/** More would wait for the disk and the database. */
const MOST_PROCESSES = 8

/** Processes that decode images at the same time: one for each core, as far as the memory suffices. */
export const parallelProcesses = (): number =>
  Math.max(1, Math.min(MOST_PROCESSES, availableParallelism(), Math.floor(memoryHere() / BYTES_OF_PROCESS)))

/** Memory of the machine or container. Linux reports an impossibly large limit outside of containers. */
function memoryHere(): number {
  const constrained = process.constrainedMemory?.() ?? 0
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem()
}

/**
 * Resident bytes of a process, also of one that is too busy to report them. Null on other systems than Linux, where its beats do,
 * and for a process that has ended.
 */
export function residentBytes(pid: number): number | null {
  if (process.platform !== 'linux') return null
  try {
    const kilobytes = /^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kilobytes === undefined ? null : Number(kilobytes) * 1024
  } catch {
    return null
  }
}

/** Has Linux end this process before the platform when memory runs out. Everybody may raise the score of own processes. */
export function endFirst(pid: number): void {
  if (process.platform !== 'linux') return
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, OOM_SCORE)
  } catch {
    // It has ended, or the system forbids it.
  }
}
