/**
 * Process entry (out/node/vectors.js): holds the indexes of descriptors for the platform, so that a search takes no time of its
 * thread, and a fault of the index does not end it. Its first argument is the folder of the indexes.
 */
import { createHeldIndexes } from './held-indexes.ts'
import { createIndexFiles } from './index-file.ts'
import type { FromVectors, ToVectors, VectorReply } from './vector-messages.ts'

const indexes = createHeldIndexes(createIndexFiles(process.argv[2] as string))
let turn: Promise<void> = Promise.resolve()

async function answer({ id, request }: ToVectors): Promise<void> {
  const reply: VectorReply = await indexes
    .handle(request)
    .catch((error) => ({ type: 'failed', reason: error instanceof Error ? error.message : String(error) }))
  const sent: FromVectors = { id, reply }
  process.send?.(sent, undefined, undefined, () => undefined)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
// One after the other: a search sees the vectors that were added before it.
process.on('message', (message) => {
  turn = turn.then(() => answer(message as ToVectors))
})
process.on('disconnect', () => process.exit(0))
if (process.connected === false) process.exit(0)
