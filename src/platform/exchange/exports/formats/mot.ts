/**
 * MOT Challenge: a folder for each directory, as a sequence, with `img1/000001.jpg` and so on, `gt/gt.txt`, `gt/labels.txt` and
 * `seqinfo.ini`. Frames and pixels count from 1. Only boxes with a track are written.
 */
import type { Annotation } from '../../../../shared/domain/annotation.ts'
import { fieldsOf } from '../../../datasets/labels/stored-fields.ts'
import { type ArchiveFile, imageFile, joined, textFile } from './archive-file.ts'
import type { FormatWriter } from './format-writer.ts'
import type { FrozenExport, FrozenImage } from './frozen-export.ts'
import type { Losses } from './losses.ts'

interface Sequence {
  folder: string
  rows: string[]
  /** Numbers of tracks by their ids. */
  tracks: Map<string, number>
  frames: number
  size: Pick<FrozenImage, 'width' | 'height'>
  ending: string
}

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
    fields: ['track_id'],
    confidence: false,
    ids: false,
    splits: false,
    losses: ['untracked', 'names'],
  },
  files: motFiles,
}

async function* motFiles(source: FrozenExport, losses: Losses): AsyncGenerator<ArchiveFile> {
  const classOf = new Map(source.classes.map((name, i) => [name, i + 1]))
  const sequences: Sequence[] = []
  for await (const image of source.images()) {
    const folder = folderOf(image)
    const last = sequences.at(-1)
    // Images come in the order of their directories.
    if (last && last.folder !== folder) yield* endOf(last, source)
    const place = last?.folder === folder ? last : begun(folder, image)
    if (place !== last) sequences.push(place)
    const frame = ++place.frames
    losses.begin(image)
    const name = `${String(frame).padStart(DIGITS, '0')}${endingOf(image)}`
    if (name !== image.archivePath.split('/').at(-1)) losses.note('names')
    const rows = await joined(image.annotations, (annotation) => {
      losses.begin(image, annotation)
      const box = boxText(annotation, place, losses)
      return box && `${frame},${box},1,${classOf.get(annotation.name)},1\n`
    })
    place.rows.push(rows)
    yield imageFile(`${folder}/img1/${name}`, image)
  }
  const last = sequences.at(-1)
  if (last) yield* endOf(last, source)
}

const begun = (folder: string, image: FrozenImage): Sequence => ({
  folder,
  rows: [],
  tracks: new Map(),
  frames: 0,
  size: image,
  ending: endingOf(image),
})

/** One folder: slashes would make sequences inside sequences. */
const folderOf = ({ archivePath }: FrozenImage): string =>
  archivePath
    .split('/')
    .slice(0, -1)
    .join('_')
    .replaceAll(/[^\p{L}\p{N}_.-]/gu, '_') || 'sequence'

const endingOf = ({ archivePath, stem }: FrozenImage): string => archivePath.slice(stem.length)

function* endOf(sequence: Sequence, { classes }: FrozenExport): Generator<ArchiveFile> {
  const { folder, rows, frames, size, ending } = sequence
  const info = [
    ...['[Sequence]', `name=${folder}`, 'imDir=img1', 'frameRate=1', `seqLength=${frames}`],
    ...[`imWidth=${size.width}`, `imHeight=${size.height}`, `imExt=${ending}`],
  ]
  yield textFile(`${folder}/gt/gt.txt`, rows.join(''))
  yield textFile(`${folder}/gt/labels.txt`, classes.map((name) => `${name.replaceAll(/\s+/g, ' ')}\n`).join(''))
  yield textFile(`${folder}/seqinfo.ini`, `${info.join('\n')}\n`)
}

/** Track and box, from the first pixel as 1. */
function boxText(annotation: Annotation, { tracks }: Sequence, losses: Losses): string | null {
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
  const track = tracks.get(track_id) ?? tracks.size + 1
  tracks.set(track_id, track)
  const { x, y, w, h } = bounding_box
  return [track, x + 1, y + 1, w, h].join(',')
}
