/**
 * Label Studio's JSON: a list of tasks. Coordinates are percent of the upright image; rotations are clockwise, in degrees, about
 * the top left corner of the box.
 */

import { isImageName } from '../../../../shared/domain/still-formats.ts'
import { message } from '../../../../shared/messages/message.ts'
import type {
  NeutralAnnotation,
  NeutralFields,
  NeutralShape,
  Point,
  ReadImage,
  ReadLabels,
  ReadNotes,
  ReadOptions,
} from '../../../datasets/labels/neutral.ts'
import { isTurned, rotatedCorners } from '../../../datasets/labels/rotated-box.ts'
import type { ArchiveImages } from './archive-images.ts'
import type { FormatReader, ReadSource } from './format-reader.ts'
import { jsonItems } from './json-items.ts'
import { isRecord, textField } from './json-values.ts'

type Json = Readonly<Record<string, unknown>>

export const labelStudioReader: FormatReader = {
  recognise({ json }) {
    const documents = json.filter(({ first }) => isTask(first.get(null))).map(({ name }) => name)
    const [document] = documents
    return document === undefined ? null : { documents, reason: message('import.evidence.label_studio', { document }) }
  },
  read: readLabelStudio,
}

const isTask = (item: unknown): boolean => isRecord(item) && isRecord(item.data)

async function* readLabelStudio(
  { files, documents, images }: ReadSource,
  notes: ReadNotes,
  options: ReadOptions,
): AsyncGenerator<ReadLabels> {
  for (const document of documents) {
    for await (const { value } of jsonItems(files.read(document))) {
      if (!isRecord(value)) continue
      const names = namesOf(value)
      const [path] = names
      if (path === undefined) {
        notes.noted('file.unreadable', document, `task ${textField(value.id) ?? ''}`)
        continue
      }
      yield labelsOf(value, names, document, images, notes, options)
    }
  }
}

/** Names of the task's image, the likeliest first. */
function namesOf({ data, file_upload }: Json): string[] {
  const values = isRecord(data) ? [data.image, ...Object.values(data)] : []
  const texts = [...values, file_upload].filter((value): value is string => typeof value === 'string')
  const names = texts.map(nameOf).filter(isImageName)
  // Label Studio puts eight digits before the names of files that were uploaded to it.
  return [...new Set(names.flatMap((name) => [name.replace(/(^|\/)[0-9a-f]{8}-(?=[^/]+$)/, '$1'), name]))]
}

/** The path of a file, or of a URL. */
function nameOf(text: string): string {
  const local = /[?&]d=([^&]+)/.exec(text)?.[1]
  const path = (local ?? text.replace(/[?#].*$/, '')).replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*\/?/i, '')
  const upload = path.replace(/^\/?data\/upload\/(\d+\/)?/, '').replace(/^\/+/, '')
  try {
    return decodeURIComponent(upload)
  } catch {
    return upload
  }
}

function labelsOf(
  task: Json,
  names: readonly string[],
  document: string,
  images: ArchiveImages,
  notes: ReadNotes,
  { predictions }: ReadOptions,
): ReadLabels {
  const [path = ''] = names
  const file = names.map((name) => images.find(name, { near: document })).find((found) => found !== null) ?? null
  const list = (value: unknown) => (Array.isArray(value) ? value.filter(isRecord) : [])
  const finished = list(task.annotations ?? task.completions).filter(({ was_cancelled }) => was_cancelled !== true)
  const truth = finished.find(({ ground_truth }) => ground_truth === true) ?? finished[0]
  const resultsOf = (entry: Json | undefined) => list(entry?.result)
  const results = resultsOf(truth)
  for (const other of finished) {
    const n = other === truth ? 0 : resultsOf(other).length
    if (n > 0) notes.dropped('annotation.of_another_person', path, undefined, n)
  }
  const guessed = list(task.predictions).flatMap((prediction) =>
    resultsOf(prediction).map((result) => ({ result, score: result.score ?? prediction.score })),
  )
  if (!predictions && guessed.length > 0) notes.dropped('annotation.prediction', path, undefined, guessed.length)
  const regions = regionsOf(results)
  const annotations = results.flatMap((result) => annotationOf(result, regions, path, notes))
  const ofGuesses = regionsOf(guessed.map(({ result }) => result))
  for (const { result, score } of predictions ? guessed : []) {
    const confidence = typeof score === 'number' ? score : null
    for (const made of annotationOf(result, ofGuesses, path, notes)) {
      annotations.push({ ...made, confidence, fields: { ...made.fields, review: 'pending' } })
    }
  }
  const sized = [...results, ...guessed.map(({ result }) => result)].find(({ original_width }) =>
    isSide(original_width),
  )
  const image: ReadImage = {
    path: file ?? path,
    near: document,
    aliases: names.slice(1),
    isStem: false,
    file,
    unit: 'relative',
    width: isSide(sized?.original_width) ? sized.original_width : null,
    height: isSide(sized?.original_height) ? sized.original_height : null,
  }
  return { image, annotations }
}

const isSide = (value: unknown): value is number => typeof value === 'number' && value > 0 && Number.isFinite(value)

/** The results of a region, by its id. */
type Regions = (id: unknown) => readonly Json[]

function regionsOf(results: readonly Json[]): Regions {
  const byId = new Map<unknown, Json[]>()
  for (const result of results) {
    const there = byId.get(result.id)
    if (there) there.push(result)
    else byId.set(result.id, [result])
  }
  return (id) => byId.get(id) ?? []
}

function annotationOf(result: Json, others: Regions, path: string, notes: ReadNotes): NeutralAnnotation[] {
  const { type, value, id } = result
  if (!isRecord(value)) return []
  const made = shapeOf(result, value)
  if (made === null) {
    // Labels and texts of a region are results of their own.
    const isOfRegion = type === 'labels' || others(id).some((other) => other !== result && isRecord(other.value))
    if (!isOfRegion) notes.dropped('shape.unsupported', path, textField(type) ?? undefined)
    return []
  }
  if (made === 'invalid') {
    notes.dropped('annotation.invalid', path, textField(type) ?? undefined)
    return []
  }
  const name = labelOf(result, value) ?? labelOfRegion(result, others)
  if (name === null) {
    notes.dropped('annotation.no_class', path, textField(type) ?? undefined)
    return []
  }
  const { shape, rotation } = made
  const fields: NeutralFields = rotation === undefined ? {} : { attributes: { rotation } }
  return [
    {
      id: textField(id),
      name,
      confidence: null,
      shape,
      ...(rotation !== undefined && { rules: ['geometry.rotated'] as const }),
      ...(Object.keys(fields).length > 0 && { fields }),
    },
  ]
}

/** The first of `rectanglelabels` and the like. */
function labelOf({ type }: Json, value: Json): string | null {
  const labels = value[String(type)] ?? value.labels
  return Array.isArray(labels) ? textField(labels[0]) : null
}

function labelOfRegion(result: Json, others: Regions): string | null {
  const labels = others(result.id).find((other) => other !== result && other.type === 'labels')
  return labels && isRecord(labels.value) ? labelOf(labels, labels.value) : null
}

type Made = { shape: NeutralShape; rotation?: number }

/** Null for a kind that annotations have no place for. */
function shapeOf(result: Json, value: Json): Made | 'invalid' | null {
  const kind = String(result.type).replace(/labels$/, '')
  const number = (field: string): number =>
    typeof value[field] === 'number' ? (value[field] as number) / 100 : Number.NaN
  const [x, y] = [number('x'), number('y')]
  if (kind === 'rectangle') {
    const box = { x, y, w: number('width'), h: number('height') }
    if (!Object.values(box).every(Number.isFinite) || !(box.w > 0 && box.h > 0)) return 'invalid'
    const rotation = typeof value.rotation === 'number' ? value.rotation : 0
    if (!isTurned(rotation)) return { shape: { type: 'bbox', box } }
    const { original_width: width, original_height: height } = result
    if (!isSide(width) || !isSide(height)) return 'invalid'
    const pixels = { x: x * width, y: y * height, w: box.w * width, h: box.h * height }
    const corners = rotatedCorners(pixels, rotation, pixels).map((p) => ({ x: p.x / width, y: p.y / height }))
    return { shape: { type: 'polygon', rings: [corners] }, rotation }
  }
  if (kind === 'polygon') {
    const points = pointsOf(value.points)
    return points.length >= 3 ? { shape: { type: 'polygon', rings: [points] } } : 'invalid'
  }
  if (kind === 'keypoint') {
    return Number.isFinite(x) && Number.isFinite(y) ? { shape: { type: 'keypoint', point: { x, y } } } : 'invalid'
  }
  return null
}

function pointsOf(value: unknown): Point[] {
  const pairs = Array.isArray(value) ? value : []
  const points = pairs.flatMap((pair) => {
    const [x, y] = Array.isArray(pair) ? pair : []
    return typeof x === 'number' && typeof y === 'number' ? [{ x: x / 100, y: y / 100 }] : []
  })
  return points.length === pairs.length ? points : []
}
