/** Tasks of Label Studio in the forms that it exports: their images, and the results of the people who labelled them. */
import { isImageName } from '../../../../shared/domain/still-formats.ts'
import type { JsonItem } from './json-items.ts'
import { idText, isRecord, textField } from './json-values.ts'

type Json = Readonly<Record<string, unknown>>

/** The labels of one person, or one model. */
export interface Entry {
  results: readonly Json[]
  isTruth: boolean
  /** True for labels that were discarded, or not submitted. */
  isIgnored: boolean
  score: unknown
}

export interface Task {
  /** Data that the task shows, by its field. */
  data: Json
  /** The file that was uploaded for it. */
  upload: unknown
  annotations: readonly Entry[]
  predictions: readonly Entry[]
}

const isTask = (item: unknown): item is Json => isRecord(item) && isRecord(item.data)

/** Members of a task, or of an annotation, that are lists; and the most members that are held. */
const [LISTS, MOST_MEMBERS] = [['annotations', 'completions', 'drafts', 'predictions', 'result'], 20_000]

/** Fields with which JSON_MIN describes a task; the ones between the first two are its labels. */
const [TASK_ID, PERSON, ANNOTATION_ID] = ['id', 'annotator', 'annotation_id']

/** JSON_MIN has the fields of the data beside the labels of one person. */
const isShortTask = (item: unknown): item is Json =>
  isRecord(item) &&
  Object.values(item).some((value) => typeof value === 'string' && isImageName(pathOfData(value))) &&
  (item[ANNOTATION_ID] !== undefined ||
    item[PERSON] !== undefined ||
    Object.values(item).some((value) => Array.isArray(value) && value.some(isShortRegion)))

const isShortRegion = (value: unknown): value is Json => isRecord(value) && labelsField(value) !== undefined
const labelsField = (region: Json): string | undefined =>
  Object.keys(region).find((field) => field.endsWith('labels') && Array.isArray(region[field]))

/** An annotation with the task that it is of: Label Studio writes one file for each into a bucket. */
const isStoredAnnotation = (item: unknown): item is Json => isRecord(item) && isTask(item.task)

/** JSON_MIN, and a bucket, have an item for each person, with the same key. Null for a task with the labels of all people. */
export function taskKey(item: unknown, document: string): string | null {
  const task = isStoredAnnotation(item) ? (item.task as Json) : isShortTask(item) ? item : null
  const id = idText(task?.[TASK_ID])
  if (!task || id === null) return null
  const shown = Object.values(isRecord(task.data) ? task.data : task)
  const image = shown.find((value) => typeof value === 'string' && isImageName(pathOfData(value)))
  return [isStoredAnnotation(item) ? '' : document, id, image].join('\n')
}

export const isLabelStudioItem = (item: unknown): boolean =>
  isTask(item) || isStoredAnnotation(item) || isShortTask(item)

/** Null for an item that is no task. */
export function taskOf(item: unknown): Task | null {
  if (isTask(item)) {
    const { data, file_upload: upload, annotations, completions, drafts, predictions } = item
    const entries = (value: unknown, isDraft = false) => records(value).map((entry) => entryOf(entry, isDraft))
    return {
      data: data as Json,
      upload,
      annotations: [...entries(annotations ?? completions), ...entries(drafts, true)],
      predictions: entries(predictions),
    }
  }
  if (isStoredAnnotation(item)) return taskOf({ ...(item.task as Json), annotations: [item] })
  return isShortTask(item) ? shortTask(item) : null
}

/** Joins the members of a document with one task. Members with lists are read item by item. */
export async function* itemsOf(members: AsyncIterable<JsonItem>): AsyncGenerator<unknown> {
  const [whole, lists] = [new Map<string, unknown>(), new Map<string, unknown[]>()]
  let [isRoot, held] = [false, 0]
  for await (const { key, value } of members) {
    if (key === null) yield value
    else {
      isRoot = true
      if (++held > MOST_MEMBERS) throw new RangeError('The task is too long.')
      if (!LISTS.includes(key)) whole.set(key, value)
      else {
        const list = lists.get(key) ?? []
        lists.set(key, list)
        list.push(value)
      }
    }
  }
  if (isRoot) yield { ...Object.fromEntries(whole), ...Object.fromEntries(lists) }
}

const records = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isRecord) : [])

const entryOf = (entry: Json, isDraft: boolean): Entry => ({
  results: records(entry.result),
  isTruth: entry.ground_truth === true,
  isIgnored: isDraft || entry.was_cancelled === true,
  score: entry.score,
})

function shortTask(item: Json): Task {
  const fields = Object.keys(item)
  const [from, end] = [fields.indexOf(TASK_ID), fields.indexOf(PERSON)]
  const results = fields.flatMap((field, i): Json[] => {
    const value = item[field]
    const regions = records(value).filter(isShortRegion)
    if (regions.length > 0) return regions.map((region) => shortResult(field, region))
    const isLabel = from !== -1 && i > from && i < end
    return isLabel ? [{ type: 'choices', from_name: field, value: { choices: value } }] : []
  })
  return { data: item, upload: null, annotations: [entryOf({ result: results }, false)], predictions: [] }
}

const shortResult = (field: string, region: Json): Json => ({
  type: labelsField(region),
  from_name: field,
  value: region,
  original_width: region.original_width,
  original_height: region.original_height,
  item_index: region.item_index,
})

/** Names of an image, the likeliest first. */
export type ImageNames = readonly string[]

export interface TaskImages {
  all: readonly ImageNames[]
  /** The image that a result labels; null when the task does not say which. */
  of(result: Json): ImageNames | null
}

/** The images of a task: those of a list, which results name by their index, or of a field each. */
export function imagesOf({ data, upload, annotations, predictions }: Task): TaskImages {
  const results = [...annotations, ...predictions].flatMap((entry) => entry.results)
  const single = new Map<string, ImageNames>()
  for (const [field, value] of Object.entries(data)) {
    const names = namesOf(value)
    if (names.length > 0) single.set(field, names)
  }
  const listed = listOf(data)
  if (listed.length > 0 && (single.size === 0 || results.some(({ item_index }) => typeof item_index === 'number'))) {
    return { all: listed.filter((names) => names.length > 0), of: (result) => listed[indexOf(result)] ?? null }
  }
  const controls = new Set(results.map(({ to_name }) => to_name).filter((name) => name !== undefined))
  if (single.size > 1 && controls.size > 1) {
    return { all: [...single.values()], of: ({ to_name }) => single.get(String(to_name)) ?? null }
  }
  const uploaded = namesOf(upload)
  const shown = [...single.values()].find((names) => uploaded.some((name) => names.includes(name)))
  const first = shown ?? single.get('image') ?? single.get(String([...controls][0])) ?? [...single.values()][0] ?? []
  const names = [...new Set([...first, ...uploaded])]
  return { all: names.length > 0 ? [names] : [], of: () => (names.length > 0 ? names : null) }
}

/** The names of each image of the first list that has some. */
function listOf(data: Json): ImageNames[] {
  for (const value of Object.values(data)) {
    if (!Array.isArray(value)) continue
    const listed = value.map((item) => (isRecord(item) ? Object.values(item).flatMap(namesOf) : namesOf(item)))
    if (listed.some((names) => names.length > 0)) return listed
  }
  return []
}

/** Pages of a repeated image are counted in the name of their control. */
function indexOf({ item_index, to_name }: Json): number {
  if (typeof item_index === 'number') return item_index
  return Number(/_(\d+)$/.exec(textField(to_name) ?? '')?.[1] ?? 0)
}

/** Label Studio puts eight digits before the names of files that were uploaded to it. */
function namesOf(value: unknown): string[] {
  const name = typeof value === 'string' ? pathOfData(value) : ''
  return isImageName(name) ? [...new Set([name.replace(/(^|\/)[0-9a-f]{8}-(?=[^/]+$)/, '$1'), name])] : []
}

/** The path of a file, or of a URL. */
function pathOfData(text: string): string {
  const local = /[?&]d=([^&]+)/.exec(text)?.[1]
  const path = (local ?? text.replace(/[?#].*$/, '')).replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*\/?/i, '')
  const upload = path.replace(/^\/?data\/upload\/(\d+\/)?/, '').replace(/^\/+/, '')
  return decoded(upload).replaceAll('\\', '/')
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
