/**
 * Process entry (out/node/archives.js): reads one uploaded archive for an import, so that a hostile or broken file ends this
 * process, and neither ends nor delays the platform.
 */
import { createWriteStream, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { ApiError } from '../../../../shared/api/errors.ts'
import { saidOf } from '../../../../shared/messages/message.ts'
import { PRIVATE_FILE } from '../../../machine/private-folder.ts'
import type { LabelFiles } from '../archive/label-files.ts'
import { ARCHIVE_LIMITS, openArchive } from '../archive/open-archive.ts'
import { archiveParts } from './archive-parts.ts'
import { createPlanNotes } from './plan-notes.ts'
import type { ExtractedFile, FromReader, ReaderArchive, ReaderReply, ReadPart, ToReader } from './reader-messages.ts'

const BEAT_MS = 1000

const { path, name, mostBytesOfFile } = JSON.parse(process.argv[2] as string) as ReaderArchive
const notes = createPlanNotes()
let files: Promise<LabelFiles> | null = null
const opened = () => (files ??= openArchive(path, name, { ...ARCHIVE_LIMITS, bytesOfFile: mostBytesOfFile }))
let parts: AsyncGenerator<ReadPart> | null = null
/** The next part is read while the last one is worked on. */
let ahead: Promise<ReaderReply> | null = null

async function nextPart(): Promise<ReaderReply> {
  const next = await (parts as AsyncGenerator<ReadPart>).next()
  return next.done ? { type: 'done' } : { type: 'part', part: next.value, notes: notes.take() }
}

/** Larger files are written as they are read. */
const MOST_IN_MEMORY = 1024 ** 2
/** Bytes that are written for one request. */
const MOST_OF_REQUEST = 256 * 1024 ** 2

let sizes: Map<string, number> | null = null

/** Returns how many files it has written. A failure of the first is thrown. */
async function extract(wanted: readonly ExtractedFile[]): Promise<number> {
  const { files, read } = await opened()
  sizes ??= new Map(files.map((file) => [file.name, file.sizeBytes]))
  let [count, bytes] = [0, 0]
  for (const { name, to } of wanted) {
    const size = sizes.get(name) ?? 0
    try {
      if (size > MOST_IN_MEMORY) await pipeline(read(name), createWriteStream(to, { mode: PRIVATE_FILE, flags: 'w' }))
      else await writeFile(to, await bytesOf(read(name)), { mode: PRIVATE_FILE })
    } catch (error) {
      if (count === 0) throw error
      return count
    }
    count++
    bytes += size
    if (bytes > MOST_OF_REQUEST) return count
  }
  return count
}

async function bytesOf(parts: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const held: Uint8Array[] = []
  for await (const part of parts) held.push(part)
  return Buffer.concat(held)
}

async function answer(request: ToReader): Promise<ReaderReply> {
  if (request.type === 'extract') return { type: 'extracted', count: await extract(request.files) }
  if (request.type === 'labels') parts = archiveParts(await opened(), request, notes)
  const reply = await (ahead ?? nextPart())
  ahead = reply.type === 'part' ? nextPart() : null
  // The request that takes it reports its failure.
  ahead?.catch(() => undefined)
  return reply
}

function failure(error: unknown): ReaderReply {
  if (error instanceof ApiError) return { type: 'unreadable', said: saidOf(error) }
  const code = error instanceof Error && 'code' in error ? String(error.code) : null
  return { type: 'failed', reason: error instanceof Error ? error.message : String(error), code }
}

const send = (reply: FromReader) => void process.send?.(reply, undefined, undefined, () => undefined)

/** Linux ends this process before the platform when memory runs out. */
function endFirst(): void {
  if (process.platform !== 'linux') return
  try {
    writeFileSync('/proc/self/oom_score_adj', '700')
  } catch {
    // The system forbids it.
  }
}

endFirst()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
process.on(
  'message',
  (request) =>
    void answer(request as ToReader)
      .catch(failure)
      .then(send),
)
process.on('disconnect', () => process.exit(0))
setInterval(() => send({ type: 'alive', bytes: process.memoryUsage.rss() }), BEAT_MS)
if (process.connected === false) process.exit(0)
