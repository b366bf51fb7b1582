import type { MeasureEvent } from '../../shared/domain/event.ts'
import type { NodeInput } from '../blocks/executor.ts'
import { seconds, shapedRecord } from './detection-record.ts'
import { baseName, type SinkContext, type SinkWriter } from './sink-writer.ts'
import { createTextFile, type TextFileState } from './text-file.ts'

interface JsonState {
  name: string
  records: number
  file: TextFileState
}

/**
 * JSON Lines: a `header` record that names graph, model and media by their hashes, then one `frame` record for each
 * frame that reaches the sink with detections wired, and one `event` record for each event, in order of commitment.
 */
export async function jsonSink({ node, output, header, saved: given }: SinkContext): Promise<SinkWriter> {
  const saved = given as JsonState | null
  const { name, path } = saved ? output.claim(saved.name) : output.reserve(baseName(node), '.jsonl')
  const file = await createTextFile(path, saved?.file)
  let records = saved?.records ?? 0
  const lineOf = (value: object) => `${JSON.stringify(value)}\n`
  if (!saved) await file.write(lineOf({ record: 'header', format: 'sightline-results', version: 1, ...header }))
  /** The lines of one call are written together. */
  const write = (found: readonly object[], events: readonly MeasureEvent[]) => {
    records += found.length + events.length
    return file.write([...found, ...events.map((event) => ({ record: 'event', ...event }))].map(lineOf).join(''))
  }
  return {
    write({ frame, detections, events }: NodeInput) {
      const { index, ptsS, source } = frame
      const at = { record: 'frame', frame_index: index, time_s: seconds(ptsS), ...(source && { image: source.name }) }
      const found = detections ? [{ ...at, detections: detections.map(shapedRecord) }] : []
      return write(
        found,
        events.flatMap((e) => e.events),
      )
    },
    async save(): Promise<JsonState> {
      const now = records
      return { name, records: now, file: await file.save() }
    },
    async finish(late) {
      await write([], late)
      await file.finish()
      output.add({ name, kind: 'json', nodeId: node.id, mediaType: 'application/x-ndjson', records })
    },
    close: () => file.close(),
  }
}
