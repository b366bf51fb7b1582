import type { MeasureEvent } from '../../shared/domain/event.ts'
import { type Message, message } from '../../shared/messages/message.ts'
import type { NodeInput } from '../nodes/executor.ts'
import { seconds, shapedRecord } from './detection-record.ts'
import { givenName, type SinkContext, type SinkWriter } from './sink-writer.ts'
import { createTextFile, type TextFileState } from './text-file.ts'

interface JsonState {
  name: string
  records: number
  /** Bytes written so far, excluding the header. */
  bytes: number
  full: boolean
  file: TextFileState
}

export interface JsonOptions {
  /** The run's own file, not one of its results. */
  internal?: boolean
  /**
   * Records beyond this many bytes are dropped, with a warning and a `cut` record that states the time of the first.
   */
  maxBytes?: number
}

/**
 * JSON Lines: a `header` record that identifies graph, model and media by their hashes, then one `frame` record for
 * each frame that reaches the sink with detections connected, and one `event` record for each event, in order of
 * commitment.
 */
export async function jsonSink(
  { node, output, header, saved: given, warn }: SinkContext,
  { internal = false, maxBytes = Number.POSITIVE_INFINITY }: JsonOptions = {},
): Promise<SinkWriter> {
  const saved = given as JsonState | null
  const { name, path } = saved ? output.claim(saved.name) : output.reserve(givenName(node) ?? 'results', '.jsonl')
  const file = await createTextFile(path, saved?.file)
  let records = saved?.records ?? 0
  let full = saved?.full ?? false
  let bytes = saved?.bytes ?? 0
  const lineOf = (value: object) => `${JSON.stringify(value)}\n`
  if (!saved) await file.write(lineOf({ record: 'header', format: 'sightline-results', version: 1, ...header }))
  /** The lines of one call are written together. */
  const write = (found: readonly object[], events: readonly MeasureEvent[], timeS: number) => {
    if (full || found.length + events.length === 0) return undefined
    const text = [...found, ...events.map((event) => ({ record: 'event', ...event }))].map(lineOf).join('')
    if (maxBytes < Number.POSITIVE_INFINITY) bytes += Buffer.byteLength(text)
    if (bytes > maxBytes) {
      full = true
      warn(cutOff(timeS, maxBytes))
      return file.write(lineOf({ record: 'cut', time_s: seconds(timeS) }))
    }
    records += found.length + events.length
    return file.write(text)
  }
  return {
    write({ frame, detections, events }: NodeInput) {
      const { index, ptsS, source } = frame
      const image = source && { image: source.name, ...(source.id !== null && { image_id: source.id }) }
      const at = { record: 'frame', frame_index: index, time_s: seconds(ptsS), ...image }
      const found = detections ? [{ ...at, detections: detections.map(shapedRecord) }] : []
      return write(
        found,
        events.flatMap((e) => e.events),
        ptsS,
      )
    },
    async save(): Promise<JsonState> {
      const now = { name, records, bytes, full }
      return { ...now, file: await file.save() }
    },
    async finish(late) {
      await write([], late, late[0]?.time_s ?? 0)
      await file.finish()
      const nodeId = internal ? null : node.id
      output.add({ name, kind: 'json', nodeId, mediaType: 'application/x-ndjson', records, internal })
    },
    close: () => file.close(),
  }
}

const cutOff = (timeS: number, maxBytes: number): Message =>
  message('log.inspection_cut', { time: timeS.toFixed(1), limit: Math.round(maxBytes / 1e6) })
