/** Parses a line of JSON into the fields of an event. */

export type EventFields = Partial<
  Record<
    'time_s' | 'frame_index' | 'type' | 'geometry' | 'node_id' | 'direction' | 'class_name' | 'track_id' | 'dwell_s',
    unknown
  >
> & { occupancy_max?: unknown; occupancy?: { max?: unknown } | null }

const NUMBER = '(-?\\d+(?:\\.\\d+)?(?:[eE][-+]?\\d+)?)'
const WORD = '"([^"\\\\]*)"'
const orNull = (value: string) => `(?:null|${value})`

/** Crossings and visits as the engine writes them, without escapes: matching costs a third of parsing the record. */
const USUAL = new RegExp(
  [
    `^\\{"record":"event","id":"[^"\\\\]*","type":${WORD},"node_id":${WORD},"geometry":${WORD}`,
    `,"time_s":${NUMBER},"frame_index":${NUMBER},"track_id":${orNull(NUMBER)},"class_name":${orNull(WORD)}`,
    `(?:,"direction":${WORD})?,"box":${orNull('\\[[-+.,\\deE]*\\]')}(?:,"dwell_s":${NUMBER})?\\}$`,
  ].join(''),
)

/** Returns null for a line that is not a JSON object with a place. */
export function parseEventLine(line: string): EventFields | null {
  const usual = USUAL.exec(line)
  if (usual) {
    const [, type, node_id, geometry, time_s, frame_index, track_id, class_name, direction, dwell_s] = usual
    return { type, node_id, geometry, time_s, frame_index, track_id, class_name, direction, dwell_s }
  }
  // Most lines of a detections file are not events and need no parsing.
  if (!line.includes('"geometry"')) return null
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? (value as EventFields) : null
  } catch {
    return null
  }
}
