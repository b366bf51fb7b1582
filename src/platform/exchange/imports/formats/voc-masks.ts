/**
 * Masks of Pascal VOC: `SegmentationClass/` with the colours of classes, and `SegmentationObject/` with a colour for each object. Each
 * object, or each class where objects are not told apart, becomes an outline along its pixels.
 */
import { message } from '../../../../shared/messages/message.ts'
import { ringsOf } from '../../../datasets/labels/mask-rings.ts'
import type { NeutralAnnotation, ReadLabels, ReadNotes } from '../../../datasets/labels/neutral.ts'
import { vocColour } from '../../exports/formats/voc-colours.ts'
import { withoutEnding } from './archive-images.ts'
import { noteBroken } from './broken-document.ts'
import type { FormatReader, ReadSource } from './format-reader.ts'
import { type MaskPixels, maskPixels, masksOf } from './mask-pixels.ts'
import { BACKGROUND, LABEL_MAP, labelMap } from './voc-label-map.ts'

const CLASSES = /(^|\/)SegmentationClass(Aug)?\/.*\.png$/i
/** Borders of objects, and pixels that count for nothing. */
const VOID = new Set([numberOf([224, 224, 192]), numberOf([255, 255, 255])])
const VOID_GREY = 255
/** The classes of the challenges, in the order of their colours. */
const CHALLENGE =
  'background aeroplane bicycle bird boat bottle bus car cat chair cow diningtable dog horse motorbike person pottedplant sheep sofa train tvmonitor'

interface Names {
  byColour: ReadonlyMap<number, string>
  /** The names of grey values. */
  list: readonly string[]
}

export const vocMasksReader: FormatReader = {
  recognise({ names }) {
    const documents = names.filter((name) => CLASSES.test(name))
    const [document] = documents
    return document === undefined ? null : { documents, reason: message('import.evidence.voc_masks', { document }) }
  },
  read: readVocMasks,
}

async function* readVocMasks({ files, documents, images }: ReadSource, notes: ReadNotes): AsyncGenerator<ReadLabels> {
  const all = new Set(files.files.map(({ name }) => name))
  const map = files.files.find(({ name }) => LABEL_MAP.test(name))
  const rows = map ? await labelMap(files, map.name, notes) : []
  const named = rows.length > 0 ? rows : CHALLENGE.split(' ').map((name, i) => ({ name, colour: vocColour(i) }))
  const list = named.map(({ name }) => name)
  const byColour = new Map(named.flatMap(({ name, colour }) => (colour ? [[numberOf(colour), name]] : [])))
  if (rows.length > 0) notes.classes(list.filter((name) => name !== BACKGROUND))
  for (const document of documents) {
    try {
      const pixels = await maskPixels(files, document)
      const ofObjects = document.replace(/SegmentationClass(Aug)?\//i, 'SegmentationObject/')
      const objects = all.has(ofObjects) ? await maskPixels(files, ofObjects) : null
      const stem = withoutEnding(document.replace(/SegmentationClass(Aug)?\//i, 'JPEGImages/'))
      const file = images.findStem(stem, { near: document })
      const annotations = await annotationsOf(pixels, objects, { byColour, list }, document, notes)
      const { width, height } = pixels
      const image = { path: file ?? stem, near: document, isStem: file === null, file, width, height } as const
      yield { image: { ...image, unit: 'pixels' }, annotations }
    } catch (error) {
      noteBroken(error, document, notes)
    }
  }
}

async function annotationsOf(
  classes: MaskPixels,
  objects: MaskPixels | null,
  { byColour, list }: Names,
  document: string,
  notes: ReadNotes,
): Promise<NeutralAnnotation[]> {
  const { width, height, isGrey } = classes
  const isSame = objects?.width === width && objects.height === height
  /** A number for each pair of a class and an object. */
  const numbers = new Map<number, number>()
  const pairs: number[] = []
  const values = new Uint32Array(width * height)
  for (let i = 0; i < values.length; i++) {
    const value = classes.values[i] as number
    const key = value * 2 ** 24 + (isSame ? (objects.values[i] as number) : 0)
    let number = numbers.get(key)
    if (number === undefined) {
      number = pairs.length
      numbers.set(key, number)
      pairs.push(value)
    }
    values[i] = number
  }
  const found: NeutralAnnotation[] = []
  for (const [number, mask] of await masksOf({ width, height, values })) {
    const value = pairs[number] as number
    const isVoid = isGrey ? value === VOID_GREY : VOID.has(value) && !byColour.has(value)
    const name = isGrey ? (list[value] ?? `class ${value}`) : byColour.get(value)
    if (isVoid || name === BACKGROUND || (name === undefined && value === 0)) continue
    if (name === undefined) {
      notes.dropped('annotation.no_class', document, `#${value.toString(16).padStart(6, '0')}`)
      continue
    }
    const shape = { type: 'polygon', rings: await ringsOf(mask) } as const
    found.push({ id: null, name, confidence: null, shape, rules: ['geometry.mask_outlined'] })
  }
  return found
}

function numberOf([red, green, blue]: readonly [number, number, number]): number {
  return (red << 16) | (green << 8) | blue
}
