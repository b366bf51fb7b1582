/** What a sink kind does: one writer per sink block. */
import type { ConfigOf } from '../../shared/blocks/catalogue.ts'
import type { MeasureEvent } from '../../shared/domain/event.ts'
import type { NodeContext, NodeInput } from '../blocks/executor.ts'

export interface SinkWriter {
  /** Answers nothing when the next frame need not wait. */
  write(input: NodeInput): Promise<void> | undefined
  /** Like `Executor.save`; a writer without it keeps its run from being continued. */
  save?(): Promise<unknown>
  /** Takes the events that came after the last frame, then adds whole files to the output folder. */
  finish(late: readonly MeasureEvent[]): Promise<void>
  /** Lets go of what is open; called however the run ends, also after `finish`. */
  close(): Promise<void>
}

export type SinkContext = Pick<
  NodeContext<'sink'>,
  'node' | 'output' | 'outboxDir' | 'header' | 'media' | 'fps' | 'sourcePath' | 'saved' | 'warn' | 'onActivity'
>

/** As the Studio numbers blocks that nobody has named. */
const NUMBERED = /^sink(-\d+)?$/

/** The file name without ending: the user's, or the block's; null where neither says anything. */
export const givenName = ({ id, config }: { id: string; config: ConfigOf<'sink'> }): string | null =>
  config.filename ?? (NUMBERED.test(id) ? null : id)
