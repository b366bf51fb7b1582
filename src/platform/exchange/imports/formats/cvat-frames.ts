/**
 * Finds the images of a CVAT document. Frames of a video have numbers instead of names: CVAT writes them as
 * `images/frame_000000.PNG`, and those of a project in a folder for each subset, where two videos can have the same numbers.
 */
import type { ReadImage, ReadNotes } from '../../../datasets/labels/neutral.ts'
import { keyOf } from '../archive/entry-names.ts'
import { withoutEnding } from './archive-images.ts'
import { splitOfName } from './archive-splits.ts'
import { type CvatMeta, type CvatTask, sideOf } from './cvat-meta.ts'
import type { ReadSource } from './format-reader.ts'
import type { XmlElement } from './xml-elements.ts'

export interface CvatFrames {
  /** The image of an element `image`. */
  named(element: XmlElement): ReadImage
  /** The image of a frame of a track. */
  numbered(frame: number, track: XmlElement): ReadImage
}

/** The image files of an archive, once for all its documents. */
export interface CvatFiles {
  byPath: ReadonlyMap<string, string>
  byStem: ReadonlyMap<string, string>
  /** The names of all folders. */
  folders: ReadonlySet<string>
}

export function cvatFiles(names: readonly string[]): CvatFiles {
  const folders = new Set<string>()
  for (const name of names) for (const folder of keyOf(name).split('/').slice(0, -1)) folders.add(folder)
  return {
    byPath: new Map(names.map((name) => [keyOf(name), name])),
    byStem: new Map(names.map((name) => [keyOf(withoutEnding(name)), name])),
    folders,
  }
}

export interface CvatDocument {
  /** The path in the archive. */
  document: string
  meta: CvatMeta
  files: CvatFiles
}

type Attributes = XmlElement['attributes']

const FRAME = /^frame_(\d{6,})$/

export function cvatFrames(
  { images, documents }: Pick<ReadSource, 'images' | 'documents'>,
  { document, meta: { tasks }, files: { byPath, byStem, folders } }: CvatDocument,
  notes: ReadNotes,
): CvatFrames {
  const folder = document.slice(0, document.lastIndexOf('/') + 1)
  const ofDocument = withoutEnding(document.slice(folder.length))
  const lastFolder = folder.split('/').at(-2)
  /** A folder of this document's images, where other documents have images of the same names. */
  const ownFolder = lastFolder ?? (folders.has(keyOf(ofDocument)) ? ofDocument : 'images')
  const single = tasks.length <= 1 ? tasks[0] : undefined
  const isOnlyOne = documents.length === 1 && tasks.length <= 1
  const inOrder = isOnlyOne && single ? imagesInOrder(images.names, single) : null
  const found = new Map<string, ReadImage>()

  const taskOf = ({ task_id }: Attributes): CvatTask | undefined =>
    tasks.find(({ id }) => task_id !== undefined && id === task_id) ?? single

  function placeOf(subset: string | undefined): Pick<ReadImage, 'near' | 'subset' | 'split'> {
    return subset === undefined ? { near: document } : { near: document, subset, split: splitOfName(subset) }
  }

  /** Folders in which the images of a task can be, the likeliest first. `isShared`: another task can have an image of this name. */
  function placesOf(subset: string | undefined, task: CvatTask | undefined, isShared: boolean): string[] {
    const own = [...(task?.names ?? []), ...(documents.length > 1 ? [ofDocument] : [])]
    const inside = own.flatMap((name) => (subset ? [`${subset}/${name}/`, `${name}/`] : [`${name}/`]))
    if (!isShared && subset) inside.push(`${subset}/`)
    if (!isShared && (!subset || !folders.has(keyOf(subset)))) inside.push('')
    return inside.flatMap((path) => [`${folder}images/${path}`, `images/${folder}${path}`, `${folder}${path}`])
  }

  const fileIn = (places: readonly string[], name: string, index: ReadonlyMap<string, string>): string | null =>
    places.map((place) => index.get(keyOf(place + name))).find((file) => file !== undefined) ?? null

  /** Different for each task of a project. */
  const pathOf = (name: string, subset: string | undefined, task: CvatTask | undefined): string =>
    [subset, tasks.length > 1 ? task?.names[0] : undefined, name].filter((part) => part).join('/')

  function frameOf(frame: number, attributes: Attributes): ReadImage {
    const name = `frame_${String(frame).padStart(6, '0')}`
    const task = taskOf(attributes)
    const { subset } = attributes
    const isShared = tasks.some((one) => one !== task && one.subset === (task?.subset ?? null) && hasFrame(one, frame))
    const given = subset ?? (documents.length > 1 ? ownFolder : '')
    const likely = images.findStem(given === '' ? name : `${given}/${name}`, placeOf(subset))
    const file = fileIn(placesOf(subset, task, isShared), name, byStem) ?? (isShared ? null : likely)
    const size = { width: task?.width ?? null, height: task?.height ?? null }
    const path = file ?? pathOf(name, subset, task)
    const image: ReadImage = { path, ...placeOf(subset), isStem: file === null, file, ...size, unit: 'pixels' }
    return file === null && likely !== null ? { ...image, among: [likely] } : image
  }

  function orderedFrame(frame: number, names: readonly string[], { firstFrame, frameStep }: CvatTask): ReadImage {
    if (found.size === 0) notes.noted('image.by_order', document)
    const file = names[(frame - firstFrame) / frameStep] ?? null
    return { path: file ?? `frame ${frame}`, isStem: false, file, width: null, height: null, unit: 'pixels' }
  }

  return {
    named({ attributes }) {
      const { name = `image ${attributes.id}`, subset } = attributes
      const size = { width: sideOf(attributes.width), height: sideOf(attributes.height) }
      const frame = FRAME.exec(name)?.[1]
      if (frame !== undefined) return { ...frameOf(Number(frame), attributes), ...size }
      const isNested = subset !== undefined && folders.has(keyOf(subset))
      const file =
        fileIn(placesOf(subset, taskOf(attributes), false), name, byPath) ??
        images.find(isNested ? `${subset}/${name}` : name, placeOf(subset))
      return { path: file ?? name, ...placeOf(subset), isStem: false, file, ...size, unit: 'pixels' }
    },
    numbered(frame, { attributes }) {
      const key = JSON.stringify([frame, attributes.task_id, attributes.subset])
      const there = found.get(key)
      if (there) return there
      const image = inOrder && single ? orderedFrame(frame, inOrder, single) : frameOf(frame, attributes)
      found.set(key, image)
      return image
    },
  }
}

function hasFrame({ firstFrame, frameStep, frames }: CvatTask, frame: number): boolean {
  const last = frames === null ? Infinity : firstFrame + (frames - 1) * frameStep
  return frame >= firstFrame && frame <= last
}

/** CVAT numbers the images of a task in the order of their paths, where none is named after a frame. */
function imagesInOrder(names: readonly string[], { frames }: CvatTask): readonly string[] | null {
  if (frames !== names.length || names.some((name) => /(^|\/)frame_\d{6,}\.\w+$/i.test(name))) return null
  return [...names].sort((a, b) => (a < b ? -1 : 1))
}
