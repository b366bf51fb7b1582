/**
 * YOLO: a text file for each image, with a row for each object: a class number, then a box (centre and size), an outline (points),
 * or a box with keypoints when the data set has a `kpt_shape`. Numbers are parts of the image's width and height.
 */
import { Lexer, Parser, parse } from 'yaml'
import { MAX_DEPTH } from '../../../../shared/domain/limits.ts'
import { message } from '../../../../shared/messages/message.ts'
import { unbridged } from '../../../datasets/labels/bridged-ring.ts'
import type {
  NeutralAnnotation,
  NeutralShape,
  Point,
  ReadImage,
  ReadLabels,
  ReadNotes,
} from '../../../datasets/labels/neutral.ts'
import { pausing } from '../../../machine/pauses.ts'
import { type LabelFiles, textOf } from '../archive/label-files.ts'
import { withoutEnding } from './archive-images.ts'
import type { FormatReader, ReadSource } from './format-reader.ts'
import { isRecord, textField } from './json-values.ts'

const CONFIG = /\.ya?ml$/i
const CLASS_LISTS = /(^|\/)(classes\.txt|obj\.names|labels\.txt|predefined_classes\.txt|_darknet\.labels)$/i
const OTHER_TEXTS = /(^|\/)(train|val|valid|test|readme[^/]*|license[^/]*|notice[^/]*|requirements)\.txt$/i
const LABELS = /(^|\/)labels\//i

interface YoloConfig {
  names: Map<number, string>
  /** Keypoints of an object, and numbers of each: 2, or 3 with its visibility. */
  keypoints: readonly [count: number, numbers: number] | null
}

const isYoloLabel = (name: string): boolean =>
  name.toLowerCase().endsWith('.txt') && !CLASS_LISTS.test(name) && !OTHER_TEXTS.test(name)

export const yoloReader: FormatReader = {
  recognise({ names }) {
    const documents = names.filter(isYoloLabel)
    const document = documents[0] ?? names.find((name) => /(^|\/)data\.ya?ml$/i.test(name))
    return document === undefined ? null : { documents, reason: message('import.evidence.yolo', { document }) }
  },
  read: readYolo,
}

async function* readYolo({ files, documents, images }: ReadSource, notes: ReadNotes): AsyncGenerator<ReadLabels> {
  const config = await configOf(files, notes)
  notes.classes([...config.names].sort(([a], [b]) => a - b).map(([, name]) => name))
  for (const name of documents) {
    const stem = withoutEnding(name.replace(LABELS, (found) => found.replace(/labels/i, 'images')))
    const file = images.findStem(stem, { near: name })
    const image: ReadImage = {
      path: file ?? stem,
      near: name,
      isStem: file === null,
      file,
      width: null,
      height: null,
      unit: 'relative',
    }
    try {
      yield { image, annotations: await rowsOf(await textOf(files, name), config, name, notes) }
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      notes.noted('file.unreadable', name, error.message)
    }
  }
}

/**
 * Reads YAML. The library calls itself for each level of nesting, and a stack that overflows inside V8 can end the process.
 * @throws Error for a text that is not YAML, is nested too deeply, or has aliases, which can repeat a value without end
 */
export function yamlValue(text: string): unknown {
  const parser = new Parser()
  for (const lexeme of new Lexer().lex(text)) {
    for (const _ of parser.next(lexeme));
    if (parser.stack.length > MAX_DEPTH) throw new SyntaxError('Values are nested too deeply.')
  }
  return parse(text, { maxAliasCount: 0, logLevel: 'error' })
}

async function configOf(files: LabelFiles, notes: ReadNotes): Promise<YoloConfig> {
  const names = new Map<number, string>()
  let keypoints: YoloConfig['keypoints'] = null
  for (const { name } of files.files) {
    if (CLASS_LISTS.test(name) && names.size === 0) {
      const lines = (await textOf(files, name)).split(/\r?\n/).map((line) => line.trim())
      for (const [i, line] of lines.entries()) if (line !== '') names.set(i, line)
    }
    if (!CONFIG.test(name)) continue
    try {
      const config = yamlValue(await textOf(files, name, 4 * 1024 ** 2))
      if (!isRecord(config)) continue
      const listed = Array.isArray(config.names)
        ? config.names.entries()
        : isRecord(config.names)
          ? Object.entries(config.names)
          : []
      for (const [key, value] of listed) {
        const text = textField(value)
        if (text !== null && Number.isInteger(Number(key))) names.set(Number(key), text)
      }
      const [count, numbers] = Array.isArray(config.kpt_shape) ? config.kpt_shape : []
      if (Number.isInteger(count) && count > 0 && (numbers === 2 || numbers === 3)) keypoints = [count, numbers]
    } catch (error) {
      notes.noted('file.unreadable', name, error instanceof Error ? error.message.split('\n')[0] : undefined)
    }
  }
  return { names, keypoints }
}

async function rowsOf(text: string, config: YoloConfig, file: string, notes: ReadNotes): Promise<NeutralAnnotation[]> {
  const found: NeutralAnnotation[] = []
  const kinds = new Set<string>()
  const pause = pausing()
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue
    if (pause.isDue) await pause.take()
    const [number, ...numbers] = line.trim().split(/\s+/).map(Number)
    const at = `line ${i + 1}`
    const isValid = number !== undefined && Number.isInteger(number) && number >= 0 && numbers.every(Number.isFinite)
    const shapes = isValid ? shapesOf(numbers, config.keypoints) : null
    if (number === undefined || !shapes) {
      notes.dropped('annotation.invalid', file, at)
      continue
    }
    kinds.add(shapes[0]?.shape.type ?? '')
    const name = config.names.get(number) ?? `class ${number}`
    for (const made of shapes) found.push({ id: null, name, confidence: null, ...made })
  }
  if (kinds.has('bbox') && kinds.has('polygon')) notes.noted('rows.mixed', file)
  return found
}

type Shaped = Pick<NeutralAnnotation, 'shape' | 'rules'> & { confidence?: number | null }

/** Null for a row that is neither of them. Labels of predictions have a confidence as their last number. */
function shapesOf(numbers: readonly number[], keypoints: YoloConfig['keypoints']): Shaped[] | null {
  const box = boxOf(numbers)
  if (keypoints && numbers.length === 4 + keypoints[0] * keypoints[1]) {
    if (numbers.slice(0, 4).some((n) => n < 0)) return null
    const points = pointsOfPose(numbers.slice(4), keypoints[1])
    const rules = points.length > 1 ? (['geometry.points_separated'] as const) : undefined
    const shapes: Shaped[] = points.map((point) => ({ shape: { type: 'keypoint', point }, ...(rules && { rules }) }))
    return box ? [{ shape: box }, ...shapes] : shapes.length > 0 ? shapes : null
  }
  if (numbers.length === 4 || numbers.length === 5) {
    const confidence = numbers[4] ?? null
    return box && [{ shape: box, confidence }]
  }
  if (numbers.length < 6) return null
  const isPredicted = numbers.length % 2 === 1
  const ring: Point[] = []
  for (let i = 0; i + 1 < numbers.length; i += 2) ring.push({ x: numbers[i] as number, y: numbers[i + 1] as number })
  return [
    { shape: { type: 'polygon', rings: unbridged(ring) }, confidence: isPredicted ? (numbers.at(-1) ?? null) : null },
  ]
}

function boxOf([x, y, w, h]: readonly number[]): NeutralShape | null {
  if (x === undefined || y === undefined || w === undefined || h === undefined || !(w > 0 && h > 0)) return null
  return { type: 'bbox', box: { x: x - w / 2, y: y - h / 2, w, h } }
}

/** Points without a visibility are absent at 0, 0. */
function pointsOfPose(numbers: readonly number[], each: number): Point[] {
  const points: Point[] = []
  for (let i = 0; i + each <= numbers.length; i += each) {
    const [x, y, visibility = 2] = numbers.slice(i, i + each) as [number, number, number?]
    if (visibility > 0 && (each === 3 || x !== 0 || y !== 0)) points.push({ x, y })
  }
  return points
}
