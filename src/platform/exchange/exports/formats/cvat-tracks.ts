/**
 * The tracks of a video for CVAT: each has one class and one kind of shape, and a row for each of its frames. CVAT continues a track
 * until a row says that it is outside: such rows, which no annotation has, are marked by `closing`, and tracks of a single shape by
 * `one_frame`, for our own reader.
 */
import type { Annotation } from '../../../../shared/domain/annotation.ts'
import { fieldsOf } from '../../../datasets/labels/stored-fields.ts'
import { pausing } from '../../../machine/pauses.ts'
import { attributesText, type CvatElement, elementText, groupAndSource, shapeElement } from './cvat-elements.ts'
import { afterSequence, type FrameSequence, frameOf, orderOf } from './frame-sequences.ts'
import type { FrozenExport } from './frozen-export.ts'
import type { Losses } from './losses.ts'

interface Row {
  frame: number
  element: CvatElement
  annotation: Annotation
}

interface Track {
  label: string
  /** Undefined for a shape without a track. */
  trackId: string | undefined
  rows: Row[]
}

/** The weight of the rows that are held at a time, in about as many bytes. */
const MOST_HELD = 64_000_000

/** Tracks run through all images: where they are too much to be held, the images are read again for each part of them. */
export async function* cvatTracks(
  source: FrozenExport,
  sequence: FrameSequence,
  losses: Losses,
  mostHeld = MOST_HELD,
): AsyncGenerator<string> {
  let written = 0
  const weights: number[] = []
  const held = await tracksOf(source, sequence, losses, { from: 0, to: Infinity, weights, mostHeld })
  if (held) {
    for (const track of held) yield trackText(track, written++, sequence)
    return
  }
  for (let from = 0; from < weights.length; ) {
    let [to, sum] = [from, 0]
    while (to < weights.length && (to === from || sum + (weights[to] as number) <= mostHeld))
      sum += weights[to++] as number
    const some = await tracksOf(source, sequence, SILENT, { from, to, weights: null, mostHeld })
    for (const track of some ?? []) yield trackText(track, written++, sequence)
    from = to
  }
}

/** Losses were noted when the images were read for the first time. */
const SILENT: Losses = {
  begin() {},
  note() {},
  noteField() {},
  leaveOut() {},
  noteFile() {},
  warnings: () => [],
  rules: () => [],
}

interface Part {
  /** The tracks to hold, by the order in which they begin. */
  from: number
  to: number
  /** Receives the weight of each track; null when it is known. */
  weights: number[] | null
  mostHeld: number
}

/** Null when the weights are asked for and the tracks are too much to be held. */
async function tracksOf(
  source: FrozenExport,
  sequence: FrameSequence,
  losses: Losses,
  { from, to, weights, mostHeld }: Part,
): Promise<Track[] | null> {
  const numbers = new Map<string, number>()
  let held: Track[] | null = []
  let [begun, weight] = [0, 0]
  const pause = pausing()
  for await (const image of source.images(undefined, sequence.first)) {
    if (image.position >= afterSequence(sequence)) break
    const frame = frameOf(image, sequence)
    const inFrame = new Map<string, number>()
    for (const annotation of image.annotations) {
      if (pause.isDue) await pause.take()
      losses.begin(image, annotation)
      const element = shapeElement(annotation, image, losses)
      if (!element) continue
      const { track_id: trackId } = annotation
      // CVAT has one group and one source for a whole track.
      const of = JSON.stringify([trackId, annotation.name, element.kind, groupAndSource(element.attributes)])
      // Shapes of a track in one frame are tracks of their own, for CVAT has one for each frame.
      const nth = inFrame.get(of) ?? 0
      inFrame.set(of, nth + 1)
      const key = trackId === undefined ? annotation.id : `${nth} ${of}`
      const number = numbers.get(key) ?? begun++
      if (trackId !== undefined) numbers.set(key, number)
      const size = weightOf(element)
      if (weights) weights[number] = (weights[number] ?? 0) + size
      if (!held || number < from || number >= to) continue
      weight += size
      if (weights && weight > mostHeld) held = null
      else {
        held[number - from] ??= { label: annotation.name, trackId, rows: [] }
        held[number - from]?.rows.push({ frame, element, annotation })
      }
    }
  }
  return held
}

function weightOf({ geometry, attributes }: CvatElement): number {
  const texts = [...Object.values(geometry), ...Object.entries(attributes).flat()]
  return texts.reduce<number>((sum, text) => sum + String(text).length, 300)
}

function trackText({ label, trackId, rows }: Track, id: number, { ordered }: FrameSequence): string {
  rows.sort((a, b) => a.frame - b.frame)
  const attributes: Record<string, string | number> = {
    id,
    label,
    ...groupAndSource(rows[0]?.element.attributes ?? {}),
  }
  if (trackId === undefined) attributes.one_frame = 1
  else if (trackId !== String(id)) attributes.track_id = trackId
  const parts = rows.map((row, i) => {
    const next = ordered[orderOf(row.frame, ordered) + 1]
    const isLast = next === undefined || row.annotation.outside === true || rows[i + 1]?.frame === next
    return rowText(row, row.frame) + (isLast ? '' : rowText(row, next, true))
  })
  return `  <track${attributesText(attributes)}>\n${parts.join('')}  </track>\n`
}

function rowText(
  { element: { kind, geometry, attributes }, annotation }: Row,
  frame: number,
  isClosing = false,
): string {
  const { occluded, outside, keyframe = true, z = 0 } = fieldsOf(annotation)
  const state = {
    frame,
    keyframe: keyframe || isClosing ? 1 : 0,
    outside: outside || isClosing ? 1 : 0,
    occluded: occluded ? 1 : 0,
  }
  const closing: Record<string, number> = isClosing ? { closing: 1 } : {}
  return elementText(kind, { ...state, ...geometry, z_order: z, ...closing }, attributes)
}
