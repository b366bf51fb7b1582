import type { MeasureEvent } from '../../shared/domain/event.ts'
import type { NodeInput } from '../blocks/executor.ts'
import { detectionRecord, seconds } from './detection-record.ts'
import { baseName, type SinkContext, type SinkWriter } from './sink-writer.ts'
import { createTextFile } from './text-file.ts'

/**
 * JSON Lines: a `header` record that names graph, model and media by their hashes, then one `frame` record for each
 * frame that reaches the sink with detections wired, and one `event` record for each event, in order of commitment.
 */
export async function jsonSink({ node, output, header }: SinkContext): Promise<SinkWriter> {
  const { name, path } = output.reserve(baseName(node), '.jsonl')
  const file = await createTextFile(path)
  let records = 0
  const line = (value: object) => file.write(`${JSON.stringify(value)}\n`)
  await line({ record: 'header', format: 'sightline-results', version: 1, ...header })
  const writeEvents = async (events: readonly MeasureEvent[]) => {
    for (const event of events) {
      await line({ record: 'event', ...event })
      records++
    }
  }
  return {
    async write({ frame, detections, events }: NodeInput) {
      if (detections) {
        const found = detections.map(detectionRecord)
        await line({ record: 'frame', frame_index: frame.index, time_s: seconds(frame.ptsS), detections: found })
        records++
      }
      await writeEvents(events.flatMap((e) => e.events))
    },
    async finish(late) {
      await writeEvents(late)
      await file.finish()
      output.add({ name, kind: 'json', nodeId: node.id, mediaType: 'application/x-ndjson', records })
    },
    close: () => file.close(),
  }
}
