/** Label Studio's JSON and JSON_MIN: a list of tasks, with the labels of several people and models. */
import { message } from '../../../../shared/messages/message.ts'
import type {
  NeutralAnnotation,
  NeutralFields,
  ReadImage,
  ReadLabels,
  ReadNotes,
  ReadOptions,
} from '../../../datasets/labels/neutral.ts'
import type { ArchiveImages } from './archive-images.ts'
import type { JsonStart } from './archive-outline.ts'
import { noteBroken } from './broken-document.ts'
import type { FormatReader, ReadSource } from './format-reader.ts'
import { jsonItems } from './json-items.ts'
import { idText, isRecord, textField } from './json-values.ts'
import { isRegion, isSide, regionShape } from './label-studio-shapes.ts'
import {
  type Entry,
  type ImageNames,
  imagesOf,
  isLabelStudioItem,
  itemsOf,
  type Task,
  taskKey,
  taskOf,
} from './label-studio-tasks.ts'

type Json = Readonly<Record<string, unknown>>

export const labelStudioReader: FormatReader = {
  recognise({ json }) {
    const documents = json.filter(isLabelStudioDocument).map(({ name }) => name)
    const [document] = documents
    return document === undefined ? null : { documents, reason: message('import.evidence.label_studio', { document }) }
  },
  isInParts: true,
  read: readLabelStudio,
}

/** A list of tasks, or one of them. */
const isLabelStudioDocument = ({ first }: JsonStart): boolean =>
  isLabelStudioItem(first.get(null)) ||
  (!first.has(null) && isLabelStudioItem({ data: first.get('data'), task: first.get('task') }))

async function* readLabelStudio(
  { files, documents, images }: ReadSource,
  notes: ReadNotes,
  options: ReadOptions,
): AsyncGenerator<ReadLabels> {
  const seen = new Set<string>()
  for (const document of documents) {
    try {
      yield* tasksOf(document, { files, images, seen }, notes, options)
    } catch (error) {
      noteBroken(error, document, notes)
    }
  }
}

async function* tasksOf(
  document: string,
  { files, images, seen }: Pick<ReadSource, 'files' | 'images'> & { seen: Set<string> },
  notes: ReadNotes,
  options: ReadOptions,
): AsyncGenerator<ReadLabels> {
  const onNotJson = () => notes.noted('file.not_json', document)
  let position = 0
  for await (const value of itemsOf(jsonItems(files.read(document), onNotJson))) {
    const id = isRecord(value) ? idText(value.id) : null
    const at = id === null ? `task at ${position}` : `task ${id}`
    position++
    const task = taskOf(value)
    if (!task) {
      notes.dropped('annotation.invalid', document, at)
      continue
    }
    const key = taskKey(value, document)
    const isRepeated = key !== null && seen.has(key)
    if (key !== null) seen.add(key)
    yield* labelsOf(isRepeated ? ofOthers(task, document, at, notes) : task, document, at, images, notes, options)
  }
}

function ofOthers(task: Task, document: string, at: string, notes: ReadNotes): Task {
  const n = task.annotations.reduce((sum, { results }) => sum + results.length, 0)
  if (n > 0) notes.dropped('annotation.of_another_person', document, at, n)
  return { ...task, annotations: [] }
}

async function* labelsOf(
  task: Task,
  document: string,
  at: string,
  archive: ArchiveImages,
  notes: ReadNotes,
  options: ReadOptions,
): AsyncGenerator<ReadLabels> {
  const images = imagesOf(task)
  const chosen = chosenEntries(task, document, at, notes, options)
  const n = chosen.reduce((sum, { entry }) => sum + entry.results.length, 0)
  if (images.all.length === 0) {
    if (n > 0) notes.dropped('shape.unsupported', document, at, n)
    else notes.noted('image.unnamed', document, at)
    return
  }
  const found = new Map<ImageNames[number], { names: ImageNames; results: Json[]; annotations: NeutralAnnotation[] }>()
  for (const names of images.all) found.set(names[0] ?? '', { names, results: [], annotations: [] })
  for (const { entry, isPrediction } of chosen) {
    const regions = regionsOf(entry.results)
    for (const result of entry.results) {
      const image = found.get(images.of(result)?.[0] ?? '')
      if (!image) {
        notes.dropped('annotation.unknown_image', document, at)
        continue
      }
      image.results.push(result)
      const made = await annotationsOf(result, regions, image.names[0] ?? document, notes)
      const confidence = confidenceOf(result, isPrediction ? entry : null)
      for (const one of made) {
        const fields = isPrediction ? { ...one.fields, review: 'pending' as const } : one.fields
        image.annotations.push(fields ? { ...one, confidence, fields } : { ...one, confidence })
      }
    }
  }
  for (const { names, results, annotations } of found.values()) {
    yield { image: imageOf(names, results, document, archive), annotations }
  }
}

interface Chosen {
  entry: Entry
  isPrediction: boolean
}

/** The labels of one person, the ground truth if there is one, and the predictions that are wanted. */
function chosenEntries(
  { annotations, predictions }: Task,
  document: string,
  at: string,
  notes: ReadNotes,
  options: ReadOptions,
): Chosen[] {
  const finished = annotations.filter(({ isIgnored }) => !isIgnored)
  const truth = finished.find(({ isTruth }) => isTruth) ?? finished[0]
  for (const other of annotations) {
    const n = other === truth ? 0 : other.results.length
    if (n > 0) notes.dropped(other.isIgnored ? 'annotation.ignored' : 'annotation.of_another_person', document, at, n)
  }
  const guessed = predictions.reduce((sum, { results }) => sum + results.length, 0)
  if (!options.predictions && guessed > 0) notes.dropped('annotation.prediction', document, at, guessed)
  const chosen: Chosen[] = truth ? [{ entry: truth, isPrediction: false }] : []
  return options.predictions ? [...chosen, ...predictions.map((entry) => ({ entry, isPrediction: true }))] : chosen
}

function confidenceOf({ score }: Json, prediction: Entry | null): number | null {
  const given = score ?? prediction?.score
  return typeof given === 'number' ? given : null
}

function imageOf(names: ImageNames, results: readonly Json[], near: string, archive: ArchiveImages): ReadImage {
  const file = names.map((name) => archive.find(name, { near })).find((found) => found !== null) ?? null
  const sized = results.find(({ original_width }) => isSide(original_width))
  const { original_width: width = null, original_height: height = null } = sized ?? {}
  return {
    path: file ?? names[0] ?? '',
    near,
    aliases: names.slice(1),
    isStem: false,
    file,
    unit: 'relative',
    width: isSide(width) ? width : null,
    height: isSide(height) ? height : null,
  }
}

/** The results of a region, by its id: its shape, its labels, and what people answered about it. */
type Regions = (result: Json) => readonly Json[]

function regionsOf(results: readonly Json[]): Regions {
  const byId = new Map<unknown, Json[]>()
  for (const result of results) {
    const there = byId.get(result.id)
    if (there) there.push(result)
    else byId.set(result.id, [result])
  }
  return ({ id }) => (id === undefined ? [] : (byId.get(id) ?? []))
}

async function annotationsOf(
  result: Json,
  regions: Regions,
  path: string,
  notes: ReadNotes,
): Promise<NeutralAnnotation[]> {
  const { type, value } = result
  const detail = textField(type) ?? undefined
  const others = regions(result).filter((other) => other !== result && isRecord(other.value))
  const own = isRecord(value) ? labelsIn(result, value) : []
  if (!isRecord(value) || !isRegion(result)) {
    if (!others.some(isRegion)) notes.dropped('shape.unsupported', path, detail)
    return []
  }
  // A control without labels repeats the shape that another one has with its labels.
  if (own.length === 0 && others.some((other) => isRegion(other) && labelsIn(other, other.value as Json).length > 0)) {
    return []
  }
  const made = await regionShape(result, value)
  if (made === null) {
    notes.dropped('annotation.invalid', path, detail)
    return []
  }
  const ofOthers = others.filter((other) => other.type === 'labels')
  const labels = own.length > 0 ? own : ofOthers.flatMap((other) => labelsIn(other, other.value as Json))
  if (labels.length === 0) {
    notes.dropped('annotation.no_class', path, detail)
    return []
  }
  const { shape, rotation, rules } = made
  const note = noteOf([result, ...others])
  const answers = answersOf(others)
  if (note !== null) answers.meta_text = note
  const attributes = { ...answers, ...(rotation === undefined ? {} : { rotation }) }
  const fields: { fields?: NeutralFields } = Object.keys(attributes).length > 0 ? { fields: { attributes } } : {}
  const id = idText(result.id)
  const isOne = labels.length === 1
  return [...new Set(labels)].map((name, i) => ({
    id: i === 0 ? id : id && `${id} ${name}`,
    name,
    confidence: null,
    shape,
    rules: isOne ? rules : [...rules, 'annotation.several_labels'],
    ...fields,
  }))
}

/** The values of `rectanglelabels` and the like. */
function labelsIn({ type }: Json, value: Json): string[] {
  const labels = value[String(type)] ?? value.labels
  return Array.isArray(labels) ? labels.flatMap((label) => textField(label) ?? []) : []
}

/** Choices, numbers and texts that a region has beside its label, by the name of their control. */
function answersOf(others: readonly Json[]): Record<string, string | number> {
  const answers = new Map<string, string | number>()
  for (const { type, from_name, value } of others) {
    if (!isRecord(value) || type === 'labels' || isRegion({ type })) continue
    const answer = value[String(type) === 'textarea' ? 'text' : String(type)]
    const name = textField(from_name) ?? String(type)
    if (typeof answer === 'number' || typeof answer === 'string') answers.set(name, answer)
    else if (Array.isArray(answer) && answer.length > 0) answers.set(name, answer.map(answerText).join(', '))
  }
  return Object.fromEntries(answers)
}

/** A taxonomy gives the way to each of its answers as a list. */
const answerText = (answer: unknown): string => (Array.isArray(answer) ? answer.join(' / ') : String(answer))

/** The text that a person left about a region; null without one. */
function noteOf(results: readonly Json[]): string | null {
  const texts = results.flatMap(({ meta }) => (isRecord(meta) && Array.isArray(meta.text) ? meta.text : []))
  return textField([...new Set(texts.flatMap((text) => textField(text) ?? []))].join(', '))
}
