/** The detections of a run in columns, indexed once by time and by track. */
import type { Box } from '../../../../../shared/domain/geometry.ts'
import { append, doubles, floats, integers, lastAtMost } from './columns.ts'

/** A detection as the overlay draws it; coordinates in pixels of the upright frame. */
export interface ShownDetection {
  /** Index of the detection in the columns. */
  at: number
  box: Box
  className: string
  confidence: number
  trackId: number | null
  modelNodeId: string
  rings: readonly (readonly number[])[] | null
  keypoints: readonly { x: number; y: number; score: number }[] | null
}

interface Shape {
  rings: ShownDetection['rings']
  keypoints: ShownDetection['keypoints']
}

/** The sightings of a track in order of time, and their totals. */
export interface TrackSightings {
  id: number
  /** Detection index and frame index of each sighting. */
  detections: number[]
  frames: number[]
  /** Number of sightings per class, by the class's index in `classNames`. */
  classes: Map<number, number>
  /** Length of the path of the box's lower middle, in pixels. */
  pathLength: number
  /** Index of the sighting with the largest box. */
  largest: number
  largestArea: number
}

/** Maximum number of detections in memory; a longer file is shown up to this limit. */
export const DETECTION_LIMIT = 6_000_000
/** Float noise of times that were written in microseconds. */
const SLACK_S = 2e-6

/** Checked without parsing, because there may be very many. */
export const isEventLine = (line: string): boolean => line.startsWith('{"record":"event"')

export class FrameIndex {
  /** Media times of the frames, ascending. */
  readonly times = doubles()
  readonly frameNumbers = integers()
  /** Index of each frame's first detection; one more entry than there are frames. */
  private readonly starts = integers()
  private readonly boxes = floats()
  private readonly scores = floats()
  private readonly classes = integers()
  private readonly tracks = integers()
  private readonly models = integers()
  private readonly shapes = new Map<number, Shape>()
  /** For a data set: the image id of each frame. */
  private readonly imageIds = new Map<number, string>()
  /** For images: the name of each frame's file. */
  private readonly imageNames = new Map<number, string>()
  readonly classNames: string[] = []
  private readonly classIds = new Map<string, number>()
  private readonly modelIds: string[] = []
  readonly sightings = new Map<number, TrackSightings>()
  /** Data in the file besides boxes. */
  hasMasks = false
  hasKeypoints = false
  /** The header of the file, once it is read. */
  header: Record<string, unknown> | null = null
  /** True when the rest of the file exceeds the limit. */
  full = false

  constructor() {
    append(this.starts, 0)
  }

  get frameCount(): number {
    return this.times.length
  }
  get detectionCount(): number {
    return this.classes.length
  }

  /** Adds a line of a JSON Lines result; other records and broken lines are skipped. */
  addLine(line: string): void {
    if (this.full || isEventLine(line)) return
    const record = parsed(line)
    if (record?.record === 'header') this.header = record
    if (record?.record === 'frame' && Array.isArray(record.detections)) this.addFrame(record)
  }

  private addFrame({ time_s, frame_index, image, image_id, detections }: Record<string, unknown>): void {
    const timeS = Number(time_s)
    const last = this.times.data[this.times.length - 1] ?? 0
    if (!Number.isFinite(timeS) || (this.times.length > 0 && timeS <= last)) return
    const frame = this.times.length
    append(this.times, timeS)
    append(this.frameNumbers, Number(frame_index) || 0)
    if (typeof image_id === 'string') this.imageIds.set(frame, image_id)
    if (typeof image === 'string') this.imageNames.set(frame, image)
    for (const one of detections as Record<string, unknown>[]) this.addDetection(one, frame)
    append(this.starts, this.classes.length)
    if (this.classes.length >= DETECTION_LIMIT) this.full = true
  }

  private addDetection(one: Record<string, unknown>, frame: number): void {
    const at = this.classes.length
    for (const side of ['x1', 'y1', 'x2', 'y2']) append(this.boxes, Number(one[side]))
    append(this.scores, Number(one.confidence))
    append(this.classes, this.classId(String(one.class_name)))
    append(this.models, this.modelId(String(one.model_node_id ?? '')))
    const trackId = typeof one.track_id === 'number' ? one.track_id : 0
    append(this.tracks, trackId)
    if (Array.isArray(one.rings) || Array.isArray(one.keypoints)) {
      const { rings = null, keypoints: points } = one as { rings?: Shape['rings']; keypoints?: number[][] }
      const keypoints = points?.map(([x = 0, y = 0, score = 0]) => ({ x, y, score })) ?? null
      this.shapes.set(at, { rings, keypoints })
      this.hasMasks ||= rings !== null
      this.hasKeypoints ||= keypoints !== null
    }
    if (trackId === 0) return
    const track = this.sightings.get(trackId) ?? newSightings(trackId)
    if (track.frames.length === 0) this.sightings.set(trackId, track)
    this.addSighting(track, at, frame)
  }

  private addSighting(track: TrackSightings, at: number, frame: number): void {
    const { detections, frames, classes } = track
    const { data } = this.boxes
    const box = 4 * at
    const before = 4 * (detections.at(-1) ?? at)
    const side = (i: number) => data[i] as number
    const dx = (side(box) + side(box + 2) - side(before) - side(before + 2)) / 2
    track.pathLength += Math.hypot(dx, side(box + 3) - side(before + 3))
    const area = (side(box + 2) - side(box)) * (side(box + 3) - side(box + 1))
    if (area > track.largestArea) {
      track.largestArea = area
      track.largest = detections.length
    }
    const classId = this.classes.data[at] as number
    classes.set(classId, (classes.get(classId) ?? 0) + 1)
    detections.push(at)
    frames.push(frame)
  }

  private classId(name: string): number {
    const known = this.classIds.get(name)
    if (known !== undefined) return known
    this.classIds.set(name, this.classNames.length)
    return this.classNames.push(name) - 1
  }

  private modelId(nodeId: string): number {
    const known = this.modelIds.indexOf(nodeId)
    return known >= 0 ? known : this.modelIds.push(nodeId) - 1
  }

  timeOf = (frame: number): number => this.times.data[frame] as number
  frameNumberOf = (frame: number): number => this.frameNumbers.data[frame] as number
  /** Id of the image in its data set; null for frames of a video, and for files. */
  imageIdOf = (frame: number): string | null => this.imageIds.get(frame) ?? null
  /** Name of the image with its directories; null for frames of a video. */
  imageNameOf = (frame: number): string | null => this.imageNames.get(frame) ?? null
  classNameOf = (at: number): string => this.classNames[this.classes.data[at] as number] as string
  /** Index of the frame's first detection; the detections of frame n end where those of n + 1 begin. */
  startOf = (frame: number): number => this.starts.data[frame] as number
  /** 0 when the detection belongs to no track. */
  trackOf = (at: number): number => this.tracks.data[at] as number
  /** Class of each detection of a frame, as an index in `classNames`. */
  classesOf = (frame: number): Int32Array =>
    this.classes.data.subarray(this.starts.data[frame] ?? 0, this.starts.data[frame + 1] ?? 0)
  countOf = (frame: number): number => (this.starts.data[frame + 1] as number) - (this.starts.data[frame] as number)

  boxOf(at: number): Box {
    const { data } = this.boxes
    const [x1, y1, x2, y2] = [data[at * 4], data[at * 4 + 1], data[at * 4 + 2], data[at * 4 + 3]] as number[]
    return { x1, y1, x2, y2 } as Box
  }

  detection(at: number): ShownDetection {
    const shape = this.shapes.get(at)
    return {
      at,
      box: this.boxOf(at),
      className: this.classNameOf(at),
      confidence: this.scores.data[at] as number,
      trackId: this.tracks.data[at] || null,
      modelNodeId: this.modelIds[this.models.data[at] as number] as string,
      rings: shape?.rings ?? null,
      keypoints: shape?.keypoints ?? null,
    }
  }

  detectionsOf(frame: number): ShownDetection[] {
    const [from, to] = [this.starts.data[frame] ?? 0, this.starts.data[frame + 1] ?? 0]
    return Array.from({ length: to - from }, (_, i) => this.detection(from + i))
  }

  /** The last frame at or before `timeS`; -1 before the first. */
  frameAtOrBefore = (timeS: number): number => lastAtMost(this.times.data, this.times.length, timeS + SLACK_S)

  /** The frame shown at `timeS`: the nearest one, if it is within half a frame; -1 when there is none. */
  frameShownAt(timeS: number, frameS: number): number {
    const before = this.frameAtOrBefore(timeS)
    const gap = (frame: number) =>
      frame >= 0 && frame < this.frameCount ? Math.abs(this.timeOf(frame) - timeS) : Number.POSITIVE_INFINITY
    const nearest = gap(before + 1) < gap(before) ? before + 1 : before
    return gap(nearest) <= frameS / 2 + SLACK_S ? nearest : -1
  }

  /** A time in the middle of a frame's display: a seek to its very edge may show either neighbour. */
  middleOf(frame: number, frameS: number): number {
    const next = frame + 1 < this.frameCount ? this.timeOf(frame + 1) : Number.POSITIVE_INFINITY
    return this.timeOf(frame) + Math.min(frameS, next - this.timeOf(frame)) / 2
  }
}

const newSightings = (id: number): TrackSightings => {
  return { id, detections: [], frames: [], classes: new Map(), pathLength: 0, largest: 0, largestArea: -1 }
}

function parsed(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
