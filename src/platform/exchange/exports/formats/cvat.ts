/**
 * CVAT for images 1.1: `annotations.xml` and the images in `images/`, below a folder for each split in an export with several. Shapes of
 * tracks name them by an attribute, as CVAT writes it.
 */
import type { Annotation } from '../../../../shared/domain/annotation.ts'
import { fieldsOf } from '../../../datasets/labels/stored-fields.ts'
import { pausing } from '../../../machine/pauses.ts'
import { type ArchiveFile, imageFile, streamedText } from './archive-file.ts'
import {
  declaredAttributes,
  elementText,
  groupAndSource,
  labelElements,
  notingTypes,
  shapeElement,
} from './cvat-elements.ts'
import type { FormatWriter } from './format-writer.ts'
import { type FrozenExport, type FrozenImage, isDivided, subsetFolder } from './frozen-export.ts'
import type { Losses } from './losses.ts'
import { asFields } from './lost-fields.ts'
import { escaped, isXmlText } from './xml-text.ts'

export const cvatWriter: FormatWriter = {
  holds: {
    shapes: { box: 'kept', outline: 'kept', holes: 'masks', parts: 'masks', polyline: 'kept', keypoint: 'kept' },
    fields: ['occluded', 'z', 'track_id', 'keyframe', 'attributes'],
    attributes: asFields('track_id'),
    keepsText: isXmlText,
    keepsName: isXmlText,
    hasKeyframesOfTracksOnly: true,
    confidence: false,
    ids: false,
    splits: true,
    losses: ['holes', 'parts', 'classNames'],
  },
  files: cvatFiles,
}

async function* cvatFiles(source: FrozenExport, losses: Losses): AsyncGenerator<ArchiveFile> {
  const declared = await declaredAttributes(source)
  const labels = [...labelElements(source.classes, declared)].join('')
  yield streamedText('annotations.xml', document(source, labels, notingTypes(losses, declared)))
  for await (const image of source.images()) {
    yield imageFile(`images/${subsetFolder(image.split)}${image.archivePath}`, image)
  }
}

async function* document(source: FrozenExport, labels: string, losses: Losses): AsyncGenerator<string> {
  yield '<?xml version="1.0" encoding="utf-8"?>\n<annotations>\n  <version>1.1</version>\n  <meta>\n'
  yield* isDivided(source) ? projectElement(source, labels) : taskElement(source, labels)
  yield '  </meta>\n'
  const pause = pausing()
  for await (const image of source.images()) {
    const task = source.splits.indexOf(image.split) + 1
    const place = isDivided(source) ? ` subset="${image.split}" task_id="${task}"` : ''
    const size = `width="${image.width}" height="${image.height}"`
    yield `  <image id="${image.position}" name="${escaped(image.archivePath)}"${place} ${size}>\n`
    for (const annotation of image.annotations) {
      if (pause.isDue) await pause.take()
      losses.begin(image, annotation)
      const element = elementOf(annotation, image, losses)
      if (element !== null) yield element
    }
    yield '  </image>\n'
  }
  yield '</annotations>\n'
}

function* taskElement(source: FrozenExport, labels: string): Generator<string> {
  yield `    <task>\n      <name>${escaped(source.name)}</name>\n      <mode>annotation</mode>\n`
  yield `      <labels>\n${labels}      </labels>\n`
  yield '    </task>\n'
}

/** A project has a task for each of its subsets. */
function* projectElement(source: FrozenExport, labels: string): Generator<string> {
  yield `    <project>\n      <name>${escaped(source.name)}</name>\n      <tasks>\n`
  for (const [i, split] of source.splits.entries()) {
    yield `        <task><id>${i + 1}</id><name>${split}</name><mode>annotation</mode><subset>${split}</subset></task>\n`
  }
  yield '      </tasks>\n'
  yield `      <labels>\n${labels}      </labels>\n`
  yield `      <subsets>${source.splits.join('\n')}</subsets>\n    </project>\n`
}

function elementOf(annotation: Annotation, image: FrozenImage, losses: Losses): string | null {
  const element = shapeElement(annotation, image, losses)
  if (!element) return null
  const { kind, geometry, attributes } = element
  const { occluded, z = 0, track_id, keyframe } = fieldsOf(annotation)
  const { source, ...group } = groupAndSource(attributes)
  const written: Record<string, string | number> = { label: annotation.name, source: source ?? 'manual' }
  written.occluded = occluded ? 1 : 0
  if (track_id !== undefined && keyframe !== undefined) written.keyframe = keyframe ? 1 : 0
  const own = track_id === undefined ? attributes : { ...attributes, track_id }
  return elementText(kind, { ...written, ...geometry, z_order: z, ...group }, own)
}
