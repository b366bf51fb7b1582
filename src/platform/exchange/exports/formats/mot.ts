/**
 * MOT Challenge: a folder for each directory, as a sequence, with `img1/000001.jpg` and so on in the natural order of the names,
 * `gt/gt.txt`, `gt/labels.txt` and `seqinfo.ini`. Frames and pixels count from 1. Only boxes with a track are written.
 */
import type { Annotation } from '../../../../shared/domain/annotation.ts'
import { fieldsOf } from '../../../datasets/labels/stored-fields.ts'
import { pausing } from '../../../machine/pauses.ts'
import { type ArchiveFile, imageFile, joined, textFile } from './archive-file.ts'
import type { FormatWriter } from './format-writer.ts'
import { afterSequence, type FrameSequence, frameOf, frameSequences, orderOf } from './frame-sequences.ts'
import type { FrozenExport, FrozenImage } from './frozen-export.ts'
import type { Losses } from './losses.ts'

const DIGITS = 6

export const motWriter: FormatWriter = {
  holds: {
    shapes: {
      box: 'kept',
      outline: 'outlines',
      holes: 'outlines',
      parts: 'outlines',
      polyline: 'polylines',
      keypoint: 'keypoints',
    },
    fields: ['track_id', 'occluded'],
    attributes: { visibility: (value) => isVisibility(value) },
    keepsName: (name) => name === oneLine(name),
    confidence: false,
    ids: false,
    splits: false,
    losses: ['untracked', 'names', 'classNames'],
  },
  files: motFiles,
}

async function* motFiles(source: FrozenExport, losses: Losses): AsyncGenerator<ArchiveFile> {
  const classOf = new Map(source.classes.map((name, i) => [name, i + 1]))
  const sequences = await frameSequences(source, flatFolder)
  const numberOf = await trackNumbers(source)
  let [at, rows]: [number, { frame: number; text: string }[]] = [0, []]
  for await (const image of source.images()) {
    const sequence = sequences[at] as FrameSequence
    const frame = orderOf(frameOf(image, sequence), sequence.ordered) + 1
    losses.begin(image)
    const name = `${String(frame).padStart(DIGITS, '0')}${endingOf(image)}`
    if (name !== image.archivePath.split('/').at(-1)) losses.note('names')
    const text = await joined(image.annotations, (annotation) => {
      losses.begin(image, annotation)
      const box = boxText(annotation, numberOf, losses)
      return box && `${frame},${box},1,${classOf.get(annotation.name)},${visibilityOf(annotation)}\n`
    })
    rows.push({ frame, text })
    yield imageFile(`${sequence.folder}/img1/${name}`, image)
    if (image.position + 1 < afterSequence(sequence)) continue
    yield* endOf(sequence, rows, endingOf(image), source)
    ;[at, rows] = [at + 1, []]
  }
}

/** One folder: slashes would make sequences inside sequences. */
const flatFolder = (folder: string): string =>
  folder.replaceAll('/', '_').replaceAll(/[^\p{L}\p{N}_.-]/gu, '_') || 'sequence'

const endingOf = ({ archivePath, stem }: FrozenImage): string => archivePath.slice(stem.length)

/** Tracks keep ids that are numbers; others get numbers after the last one. */
async function trackNumbers(source: FrozenExport): Promise<(trackId: string) => number> {
  let last = 0
  const isNumber = (text: string) => /^[1-9]\d{0,8}$/.test(text)
  const pause = pausing()
  for await (const { annotations } of source.images()) {
    if (pause.isDue) await pause.take()
    for (const { track_id } of annotations) if (track_id && isNumber(track_id)) last = Math.max(last, Number(track_id))
  }
  const others = new Map<string, number>()
  return (trackId) => {
    if (isNumber(trackId)) return Number(trackId)
    const there = others.get(trackId)
    if (there !== undefined) return there
    others.set(trackId, ++last)
    return last
  }
}

function* endOf(
  { folder, count, size }: FrameSequence,
  rows: { frame: number; text: string }[],
  ending: string,
  { classes }: FrozenExport,
): Generator<ArchiveFile> {
  const info = [
    ...['[Sequence]', `name=${folder}`, 'imDir=img1', 'frameRate=1', `seqLength=${count}`],
    ...[`imWidth=${size.width}`, `imHeight=${size.height}`, `imExt=${ending}`],
  ]
  const inOrder = rows.sort((a, b) => a.frame - b.frame).map(({ text }) => text)
  yield textFile(`${folder}/gt/gt.txt`, inOrder.join(''))
  yield textFile(`${folder}/gt/labels.txt`, classes.map((name) => `${oneLine(name)}\n`).join(''))
  yield textFile(`${folder}/seqinfo.ini`, `${info.join('\n')}\n`)
}

const oneLine = (name: string): string => name.trim().replaceAll(/[\r\n]+/g, ' ')

/** The visible part of the box, from 0 to 1. */
const isVisibility = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 1

function visibilityOf(annotation: Annotation): number {
  const { occluded, attributes } = fieldsOf(annotation)
  const visibility = attributes?.visibility
  if (isVisibility(visibility)) return visibility
  return occluded ? 0 : 1
}

/** Track and box, from the first pixel as 1. */
function boxText(annotation: Annotation, numberOf: (trackId: string) => number, losses: Losses): string | null {
  const { type, bounding_box } = annotation
  if (type === 'polyline') losses.note('polylines')
  if (type === 'keypoint') losses.note('keypoints')
  if ((type !== 'bbox' && type !== 'polygon') || !bounding_box) return null
  const { track_id } = fieldsOf(annotation)
  if (track_id === undefined) {
    losses.note('untracked')
    return null
  }
  if (type === 'polygon') losses.note('outlines')
  const { x, y, w, h } = bounding_box
  return [numberOf(track_id), x + 1, y + 1, w, h].join(',')
}
