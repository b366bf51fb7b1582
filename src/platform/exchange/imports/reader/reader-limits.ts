/** The memory and time that reading one archive may take. */
import { totalmem } from 'node:os'

export interface ReaderLimits {
  megabytes: number
  /** A reader that gives no sign for so long is caught in one value. */
  silentMs: number
  /** From a request to its reply. */
  replyMs: number
}

/** Archives of a million images need half of it. */
const MOST_MB = 1536
/** Share of the memory of the machine, or of its container. */
const SHARE = 0.3
const LEAST_MB = 64

/** The memory is what SIGHTLINE_READER_MEMORY_MB sets. @throws Error for a value that is no number of at least 64 */
export function readerLimitsOf(environment: NodeJS.ProcessEnv): ReaderLimits {
  return { megabytes: megabytesOf(environment.SIGHTLINE_READER_MEMORY_MB), silentMs: 60_000, replyMs: 10 * 60_000 }
}

function megabytesOf(text: string | undefined): number {
  if (text === undefined || text === '') {
    const constrained = process.constrainedMemory?.() ?? 0
    const here = constrained > 0 ? Math.min(constrained, totalmem()) : totalmem()
    return Math.max(LEAST_MB, Math.min(MOST_MB, Math.floor((SHARE * here) / 1024 ** 2)))
  }
  const megabytes = Number(text)
  if (megabytes >= LEAST_MB) return megabytes
  throw new Error(`SIGHTLINE_READER_MEMORY_MB is “${text}”. Set a number of megabytes, ${LEAST_MB} or more.`)
}
