import { stringify } from 'csv-stringify/sync'
import type { MeasureEvent } from '../../shared/domain/event.ts'
import type { Frame } from '../media/frame.ts'
import type { OutputFolder } from '../output/output-folder.ts'
import { type DetectionRecord, detectionRecord, pixels, seconds } from './detection-record.ts'
import { givenName, type SinkContext, type SinkWriter } from './sink-writer.ts'
import { createTextFile, type TextFileState } from './text-file.ts'

const EVENT_COLUMNS = [
  'time_s',
  'frame_index',
  'type',
  'geometry',
  'direction',
  'track_id',
  'class_name',
  'x1',
  'y1',
  'x2',
  'y2',
  'dwell_s',
  'open_at_end',
  'occupancy_interval_s',
  'occupancy_min',
  'occupancy_mean',
  'occupancy_max',
  'node_id',
] as const

const DETECTION_COLUMNS = [
  'time_s',
  'frame_index',
  'track_id',
  'class_name',
  'class_id',
  'confidence',
  'x1',
  'y1',
  'x2',
  'y2',
  'id',
  'parent_id',
  'model_node_id',
] as const

/** Adds the name of the image, for sources that are collections of images. */
const IMAGE_DETECTION_COLUMNS = [...DETECTION_COLUMNS, 'image'] as const

function eventRow(event: MeasureEvent) {
  const [x1, y1, x2, y2] = event.box?.map(pixels) ?? []
  const { occupancy, dwell_s } = event
  return {
    type: event.type,
    geometry: event.geometry,
    direction: event.direction,
    node_id: event.node_id,
    time_s: seconds(event.time_s),
    frame_index: event.frame_index,
    track_id: event.track_id,
    class_name: event.class_name,
    x1,
    y1,
    x2,
    y2,
    dwell_s: dwell_s === undefined ? undefined : seconds(dwell_s),
    open_at_end: event.open_at_end,
    occupancy_interval_s: occupancy?.interval_s,
    occupancy_min: occupancy?.min,
    occupancy_mean: occupancy === undefined ? undefined : seconds(occupancy.mean),
    occupancy_max: occupancy?.max,
  }
}

const detectionRow = (record: DetectionRecord, { index, ptsS, source }: Frame) => ({
  ...record,
  time_s: seconds(ptsS),
  frame_index: index,
  image: source?.name,
})

type Cell = string | number | boolean | null | undefined

interface CsvTableState {
  name: string
  records: number
  file: TextFileState
}

/** One RFC 4180 file: a header line, then a row per record; lines end with CR LF. */
export async function createCsvTable<C extends string>(
  columns: readonly C[],
  base: string,
  nodeId: string,
  output: OutputFolder,
  saved: CsvTableState | null = null,
) {
  const { name, path } = saved ? output.claim(saved.name) : output.reserve(base, '.csv')
  const file = await createTextFile(path, saved?.file)
  const encode = (rows: readonly (readonly Cell[])[]) =>
    stringify(rows as Cell[][], {
      record_delimiter: 'windows',
      // Most readers end a line at a lone CR or LF in a name.
      quote_record_delimiter: true,
      cast: { boolean: (v) => (v ? 'true' : 'false') },
      // Names of zones, classes and files are untrusted, and spreadsheets evaluate a cell that begins with “=”.
      escape_formulas: true,
    })
  let records = saved?.records ?? 0
  if (!saved) await file.write(encode([columns]))
  return {
    write(rows: readonly Record<C, Cell>[]): Promise<void> | undefined {
      if (rows.length === 0) return undefined
      records += rows.length
      return file.write(encode(rows.map((row) => columns.map((c) => row[c]))))
    },
    async save(): Promise<CsvTableState> {
      const now = records
      return { name, records: now, file: await file.save() }
    },
    async finish(): Promise<void> {
      await file.finish()
      output.add({ name, kind: 'csv', nodeId, mediaType: 'text/csv', records })
    },
    close: () => file.close(),
  }
}

interface CsvState {
  events: CsvTableState | null
  detections: CsvTableState | null
}

/** One file per connected kind of record: `…-events.csv`, `…-detections.csv`; written even without rows. */
export async function csvSink({ node, output, media, saved: given }: SinkContext): Promise<SinkWriter> {
  const saved = given as CsvState | null
  const carries = (type: string) => node.inlets.some((inlet) => inlet.type === type)
  const own = givenName(node)
  const named = (table: string) => (own === null ? table : `${own}-${table}`)
  const events = carries('events')
    ? await createCsvTable(EVENT_COLUMNS, named('events'), node.id, output, saved?.events)
    : null
  const detections = carries('detections')
    ? await createCsvTable(
        media.kind === 'images' ? IMAGE_DETECTION_COLUMNS : DETECTION_COLUMNS,
        named('detections'),
        node.id,
        output,
        saved?.detections,
      )
    : null
  return {
    write({ detections: found, events: packets, frame }) {
      const rows = detections && found ? found.map((d) => detectionRow(detectionRecord(d), frame)) : []
      const written = detections?.write(rows)
      const noted = events?.write(packets.flatMap((e) => e.events).map(eventRow))
      return written && noted ? Promise.all([written, noted]).then(() => undefined) : (written ?? noted)
    },
    async save(): Promise<CsvState> {
      const [ofEvents = null, ofDetections = null] = await Promise.all([events?.save(), detections?.save()])
      return { events: ofEvents, detections: ofDetections }
    },
    async finish(late) {
      await events?.write(late.map(eventRow))
      await events?.finish()
      await detections?.finish()
    },
    async close() {
      await events?.close()
      await detections?.close()
    },
  }
}
