/** An archive as an import sees it: a process of its own reads it, within limits of memory and time. */
import { type ChildProcess, fork } from 'node:child_process'
import type { Socket } from 'node:net'
import { totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { ApiError } from '../../../../shared/api/errors.ts'
import { childEnvironment } from '../../../../shared/domain/child-environment.ts'
import { type Message, message } from '../../../../shared/messages/message.ts'
import type { NotesSoFar } from './plan-notes.ts'
import type {
  ExtractedFile,
  FromReader,
  LabelsRequest,
  ReaderArchive,
  ReaderReply,
  ReadPart,
  ToReader,
} from './reader-messages.ts'

export interface ArchiveReader {
  /** The format, the labels and the names of images. @throws ApiError import_unreadable; ReaderLost */
  labels(request: LabelsRequest): AsyncIterable<{ part: ReadPart; notes: NotesSoFar }>
  /**
   * Writes files of the archive to their paths, in their order; returns how many it has written, at least one.
   * @throws ApiError import_unreadable when the first cannot be written; ReaderLost
   */
  extract(files: readonly ExtractedFile[]): Promise<number>
  /** Ends the process. */
  close(): void
}

/** The process that read an archive has ended, and not because this one asked for it. */
export class ReaderLost extends Error {
  readonly said: Message
  constructor(said: Message, printed: string) {
    super(`The process that read the archive has ended. ${printed}`)
    this.said = said
  }
}

/** The bundle lies beside the running one; sources that run as they are, in tests, use the built one. */
const ENTRY = import.meta.url.endsWith('.ts') ? '../../../../../out/node/archives.js' : './archives.js'
/** Memory outside of V8's heap, and of the runtime itself. */
const OUTSIDE_MB = 256
/** Characters of what an ending process prints. */
const MOST_PRINTED = 2000

interface ReaderLimits {
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

/**
 * The memory and time that reading one archive may take.
 * The memory is what SIGHTLINE_READER_MEMORY_MB sets. @throws Error for a value that is no number of at least 64
 */
function readerLimitsOf(environment: NodeJS.ProcessEnv): ReaderLimits {
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

interface Pending {
  resolve(reply: ReaderReply): void
  reject(error: Error): void
}

/**
 * `signal` ends the process, which starts with the first call: labels of images that are there are written without the archive.
 */
export function createArchiveReader(
  archive: ReaderArchive,
  signal: AbortSignal,
  limits: ReaderLimits = readerLimitsOf(process.env),
): ArchiveReader {
  let started: ArchiveReader | null = null
  let isClosed = false
  function reader(): ArchiveReader {
    signal.throwIfAborted()
    if (isClosed) throw closed()
    started ??= startReader(archive, signal, limits)
    return started
  }
  return {
    async *labels(asked) {
      yield* reader().labels(asked)
    },
    extract: async (files) => reader().extract(files),
    close() {
      isClosed = true
      started?.close()
    },
  }
}

const closed = () => new Error('The reader was closed.')

function startReader(archive: ReaderArchive, signal: AbortSignal, limits: ReaderLimits): ArchiveReader {
  const child = start(archive, limits)
  let pending: Pending | null = null
  let lost: Error | null = null
  let silent: NodeJS.Timeout | undefined
  let late: NodeJS.Timeout | undefined
  let printed = ''

  function end(error: Error): void {
    lost ??= error
    clearTimeout(silent)
    clearTimeout(late)
    signal.removeEventListener('abort', close)
    child.kill('SIGKILL')
    pending?.reject(lost)
    pending = null
  }
  function close(): void {
    end(closed())
  }
  const lose = (said: Message) => end(new ReaderLost(said, printed))
  const tooLarge = () => lose(message('import.reader_memory', { megabytes: limits.megabytes }))
  function heard(): void {
    clearTimeout(silent)
    silent = setTimeout(() => lose(message('import.reader_time')), limits.silentMs).unref()
  }

  child.stderr?.setEncoding('utf8').on('data', (text) => {
    printed = `${printed}${text}`.slice(0, MOST_PRINTED)
  })
  heard()
  signal.addEventListener('abort', close)
  child.on('message', (sent) => {
    const reply = sent as FromReader
    if (lost) return
    heard()
    if (reply.type !== 'alive') {
      clearTimeout(late)
      pending?.resolve(reply)
      pending = null
    } else if (reply.bytes > (limits.megabytes + OUTSIDE_MB) * 1024 ** 2) tooLarge()
  })
  // V8 aborts a process whose heap is full; where the system has no signals, with a status.
  child.on('close', (code, by) =>
    by === 'SIGABRT' || code === 134 ? tooLarge() : lose(message('import.reader_ended', { how: by ?? `${code}` })),
  )
  child.on('error', (error) => lose(message('import.reader_ended', { how: error.message })))

  function request(asked: ToReader): Promise<ReaderReply> {
    return new Promise((resolve, reject) => {
      if (lost) {
        reject(lost)
        return
      }
      pending = { resolve, reject }
      late = setTimeout(() => lose(message('import.reader_time')), limits.replyMs).unref()
      child.send(asked, () => undefined)
    })
  }
  async function answered(asked: ToReader): Promise<Extract<ReaderReply, { type: 'part' | 'done' | 'extracted' }>> {
    const reply = await request(asked)
    if (reply.type === 'unreadable') throw new ApiError('import_unreadable', reply.said)
    if (reply.type === 'failed') {
      const { reason, code } = reply
      throw code === null ? new Error(reason) : Object.assign(new Error(reason), { code })
    }
    return reply
  }

  return {
    async *labels(asked) {
      let reply = await answered({ type: 'labels', ...asked })
      while (reply.type === 'part') {
        yield reply
        reply = await answered({ type: 'next' })
      }
    },
    async extract(files) {
      const reply = await answered({ type: 'extract', files })
      return reply.type === 'extracted' ? reply.count : 0
    },
    close,
  }
}

function start(archive: ReaderArchive, { megabytes }: ReaderLimits): ChildProcess {
  const child = fork(fileURLToPath(new URL(ENTRY, import.meta.url)), [JSON.stringify(archive)], {
    env: childEnvironment(process.env),
    execArgv: [`--max-old-space-size=${megabytes}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  // A reader keeps no process alive.
  child.unref()
  child.channel?.unref()
  ;(child.stderr as Socket | null)?.unref()
  return child
}
