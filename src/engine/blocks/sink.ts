import type { SinkKind } from '../../shared/blocks/sink.ts'
import type { ExecutorFactory } from '../nodes/executor.ts'
import { csvSink } from '../sinks/csv-sink.ts'
import { jsonSink } from '../sinks/json-sink.ts'
import { type SinkContext, type SinkWriter, sinkContext, sinkExecutor } from '../sinks/sink-writer.ts'
import { webhookSink } from '../sinks/webhook-sink.ts'

/** True when the results are a video; a source of images results in images. */
const isVideo = ({ media }: Pick<SinkContext, 'media'>): boolean => media.kind === 'video'

type WriterFactory = (context: SinkContext) => Promise<SinkWriter>

const WRITERS: { [K in SinkKind]: WriterFactory } = {
  // These load libav, which a run that only repeats the measuring starts without.
  annotated_video: async (context) =>
    isVideo(context)
      ? (await import('../sinks/annotated-video-sink.ts')).annotatedVideoSink(context)
      : (await import('../sinks/annotated-stills-sink.ts')).annotatedStillsSink(context),
  csv: csvSink,
  json: jsonSink,
  webhook: webhookSink,
  annotations: async (context) => (await import('../sinks/annotations-sink.ts')).annotationsSink(context),
}

export const sink: ExecutorFactory<'sink'> = async (context) => ({
  ...sinkExecutor(await WRITERS[context.node.config.kind](sinkContext(context))),
  savesBetweenStretches: context.node.config.kind === 'annotated_video' && isVideo(context),
})
