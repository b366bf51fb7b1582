/** Summarises each track: time, place, path length and counts. */
import type { EventRow } from '../events/event-row.ts'
import type { FrameIndex, TrackSightings } from './frame-index.ts'

export interface TrackSummary {
  id: number
  className: string
  firstS: number
  lastS: number
  durationS: number
  sightings: number
  /** Length of the path of the box's lower middle, in pixels of the frame. */
  pathLength: number
  /** Index of the detection with the largest box. */
  largest: number
  largestS: number
  crossings: number
  visits: number
  /** Lines and zones that counted it. */
  places: readonly string[]
}

interface Counted {
  crossings: number
  visits: number
  places: Set<string>
}

/** Returns every track, by id. O(tracks + events). */
export function summarise(index: FrameIndex, events: readonly EventRow[]): TrackSummary[] {
  const counted = new Map<number, Counted>()
  for (const { type, trackId, geometry } of events) {
    if (trackId === null || (type !== 'line_crossing' && type !== 'zone_entry')) continue
    const one = counted.get(trackId) ?? { crossings: 0, visits: 0, places: new Set() }
    if (type === 'line_crossing') one.crossings++
    else one.visits++
    one.places.add(geometry)
    counted.set(trackId, one)
  }
  return [...index.sightings.values()]
    .sort((a, b) => a.id - b.id)
    .map((track) => summaryOf(index, track, counted.get(track.id)))
}

function summaryOf(index: FrameIndex, track: TrackSightings, counted: Counted | undefined): TrackSummary {
  const { id, detections, frames, largest, pathLength } = track
  const firstS = index.timeOf(frames[0] as number)
  const lastS = index.timeOf(frames.at(-1) as number)
  // The class with the most sightings.
  const [classId] = [...track.classes].reduce((a, b) => (b[1] > a[1] ? b : a))
  return {
    id,
    className: index.classNames[classId] ?? '',
    firstS,
    lastS,
    durationS: lastS - firstS,
    sightings: detections.length,
    pathLength,
    largest: detections[largest] as number,
    largestS: index.timeOf(frames[largest] as number),
    crossings: counted?.crossings ?? 0,
    visits: counted?.visits ?? 0,
    places: [...(counted?.places ?? [])],
  }
}

export interface TrackFilter {
  className: string | null
  place: string | null
  /** Part of the id, as typed. */
  id: string
}
export const ALL_TRACKS: TrackFilter = { className: null, place: null, id: '' }

export const filterTracks = (tracks: readonly TrackSummary[], { className, place, id }: TrackFilter): TrackSummary[] =>
  tracks.filter(
    (t) =>
      (className === null || t.className === className) &&
      (place === null || t.places.includes(place)) &&
      (id.trim() === '' || String(t.id).startsWith(id.trim().replace(/^#/, ''))),
  )

const COMPARED: Record<string, (t: TrackSummary) => number | string> = {
  id: (t) => t.id,
  className: (t) => t.className,
  firstS: (t) => t.firstS,
  durationS: (t) => t.durationS,
  pathLength: (t) => t.pathLength,
  counted: (t) => t.crossings + t.visits,
}

/** Sorts in place; ties are sorted by track id. */
export function sortTracks(
  tracks: TrackSummary[],
  { key, descending }: { key: string; descending: boolean },
): TrackSummary[] {
  const of = COMPARED[key] ?? ((t: TrackSummary) => t.id)
  const sign = descending ? -1 : 1
  return tracks.sort((a, b) => {
    const [x, y] = [of(a), of(b)]
    return x === y ? a.id - b.id : sign * (x < y ? -1 : 1)
  })
}
