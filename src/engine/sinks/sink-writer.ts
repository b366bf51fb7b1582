/** The interface of a sink kind: one writer per sink block. */
import type { ConfigOf } from '../../shared/blocks/catalogue.ts'
import type { MeasureEvent } from '../../shared/domain/event.ts'
import { type Executor, NOTHING, type NodeContext, type NodeInput, type RunFiles } from '../nodes/executor.ts'

export interface SinkWriter {
  /** Returns undefined when the next frame need not wait. */
  write(input: NodeInput): Promise<void> | undefined
  /** Like `Executor.save`; a run with a writer without it can't be resumed. */
  save?(): Promise<unknown>
  /** Takes the events emitted after the last frame, then adds complete files to the output folder. */
  finish(late: readonly MeasureEvent[]): Promise<void>
  /** Releases open resources; called however the run ends, also after `finish`. */
  close(): Promise<void>
}

export type SinkContext = RunFiles &
  Pick<NodeContext<'sink'>, 'node' | 'media' | 'fps' | 'sourcePath' | 'saved' | 'warn' | 'onActivity'>

/** Throws for a preview: its graph has no sinks. */
export function sinkContext(context: NodeContext<'sink'>): SinkContext {
  const { output, header, outboxDir } = context
  if (!output || !header || outboxDir === undefined) throw new Error('a sink needs the files of a run')
  return { ...context, output, header, outboxDir }
}

/** Numbers that the Studio gives to unnamed blocks. */
const NUMBERED = /^sink(-\d+)?$/

/** The file name without extension: the user's, or the block's; null when neither is given. */
export const givenName = ({ id, config }: { id: string; config: ConfigOf<'sink'> }): string | null =>
  config.filename ?? (NUMBERED.test(id) ? null : id)

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
