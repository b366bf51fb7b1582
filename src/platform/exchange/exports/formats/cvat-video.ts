/**
 * CVAT for video 1.1: a document for each directory, which is one task of CVAT, and its frames as `images/frame_000000.jpg` and so on.
 */
import { type ArchiveFile, imageFile, streamedText } from './archive-file.ts'
import { declaredAttributes, labelElements, notingTypes } from './cvat-elements.ts'
import { cvatTracks } from './cvat-tracks.ts'
import type { FormatWriter } from './format-writer.ts'
import { afterSequence, type FrameSequence, frameOf, frameSequences } from './frame-sequences.ts'
import type { FrozenExport } from './frozen-export.ts'
import type { Losses } from './losses.ts'
import { escaped, isXmlText } from './xml-text.ts'

export const cvatVideoWriter: FormatWriter = {
  holds: {
    shapes: { box: 'kept', outline: 'kept', holes: 'masks', parts: 'masks', polyline: 'kept', keypoint: 'kept' },
    fields: ['track_id', 'keyframe', 'outside', 'occluded', 'z', 'attributes'],
    keepsText: isXmlText,
    keepsName: isXmlText,
    hasKeyframesOfTracksOnly: true,
    confidence: false,
    ids: false,
    splits: false,
    losses: ['holes', 'parts', 'names', 'classNames'],
  },
  files: cvatVideoFiles,
}

async function* cvatVideoFiles(source: FrozenExport, losses: Losses): AsyncGenerator<ArchiveFile> {
  const sequences = await frameSequences(source)
  const declared = await declaredAttributes(source)
  const labels = [...labelElements(source.classes, declared)].join('')
  for (const sequence of sequences) {
    const folder = sequence.folder === '' || sequences.length === 1 ? '' : `${sequence.folder}/`
    yield streamedText(`${folder}annotations.xml`, document(source, sequence, labels, notingTypes(losses, declared)))
  }
  let at = 0
  for await (const image of source.images()) {
    while (image.position >= afterSequence(sequences[at] as FrameSequence)) at++
    const sequence = sequences[at] as FrameSequence
    const name = `${frameName(frameOf(image, sequence))}${image.archivePath.slice(image.stem.length)}`
    losses.begin(image)
    if (name !== image.archivePath.split('/').at(-1)) losses.note('names')
    yield imageFile(`images/${sequence.folder === '' ? '' : `${sequence.folder}/`}${name}`, image)
  }
}

const frameName = (frame: number): string => `frame_${String(frame).padStart(6, '0')}`

async function* document(
  source: FrozenExport,
  sequence: FrameSequence,
  labels: string,
  losses: Losses,
): AsyncGenerator<string> {
  const { folder, ordered, count, size } = sequence
  const step = stepOf(ordered)
  yield '<?xml version="1.0" encoding="utf-8"?>\n<annotations>\n  <version>1.1</version>\n  <meta>\n    <task>\n'
  yield `      <id>1</id>\n      <name>${escaped(folder || source.name)}</name>\n      <size>${count}</size>\n`
  yield `      <mode>interpolation</mode>\n      <start_frame>${ordered[0]}</start_frame>\n`
  yield `      <stop_frame>${ordered.at(-1)}</stop_frame>\n      <frame_filter>${step > 1 ? `step=${step}` : ''}</frame_filter>\n`
  yield `      <labels>\n${labels}      </labels>\n`
  yield `      <original_size><width>${size.width}</width><height>${size.height}</height></original_size>\n`
  yield '    </task>\n  </meta>\n'
  yield* cvatTracks(source, sequence, losses)
  yield '</annotations>\n'
}

/** From one frame to the next, where it is the same for all; else 1. */
function stepOf(ordered: readonly number[]): number {
  const [first = 0, second = first + 1] = ordered
  return ordered.every((frame, i) => frame === first + i * (second - first)) ? second - first : 1
}
