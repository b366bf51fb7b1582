import type { Executor } from '../nodes/executor.ts'
import { NOTHING } from '../nodes/packet.ts'
import type { SinkWriter } from './sink-writer.ts'

/** The executor of a block that writes; it has no outputs. */
export const sinkExecutor = (writer: SinkWriter): Executor => ({
  process: (input) => writer.write(input)?.then(() => NOTHING) ?? NOTHING,
  async finish(late) {
    await writer.finish(late)
    return []
  },
  ...(writer.save && { save: () => writer.save?.() }),
  close: () => writer.close(),
})
