import type { SinkKind } from '../../shared/blocks/sink.ts'
import { NOTHING } from '../runtime/packet.ts'
import { RunFailure } from '../runtime/run-failure.ts'
import { annotatedVideoSink } from '../sinks/annotated-video-sink.ts'
import { csvSink } from '../sinks/csv-sink.ts'
import { jsonSink } from '../sinks/json-sink.ts'
import type { SinkContext, SinkWriter } from '../sinks/sink-writer.ts'
import type { ExecutorFactory } from './executor.ts'

type WriterFactory = (context: SinkContext) => Promise<SinkWriter>

/** Kinds that are refused before the run starts, see `runtime/supported.ts`, have no writer. */
const WRITERS: { [K in SinkKind]: WriterFactory | null } = {
  annotated_video: annotatedVideoSink,
  csv: csvSink,
  json: jsonSink,
  webhook: null,
  annotations: null,
}

export const canWrite = (kind: SinkKind): boolean => WRITERS[kind] !== null

export const sink: ExecutorFactory<'sink'> = async (context) => {
  const { id, config } = context.node
  const create = WRITERS[config.kind]
  if (!create) throw new RunFailure('block_unsupported', `Sinks of kind ${config.kind} can’t be run yet.`, id)
  const writer = await create(context)
  return {
    async process(input) {
      await writer.write(input)
      return NOTHING
    },
    async finish(late) {
      await writer.finish(late)
      return []
    },
    close: () => writer.close(),
  }
}
