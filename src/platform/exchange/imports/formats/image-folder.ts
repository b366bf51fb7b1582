/**
 * A folder for each class, as classifiers are trained on: `train/cat/day/1.jpg`, or `images/cat/day/1.jpg` beside a list of classes. The
 * class of an image becomes a box over the whole of it, since annotations are shapes.
 */
import { message } from '../../../../shared/messages/message.ts'
import type { NeutralAnnotation, ReadLabels, ReadNotes } from '../../../datasets/labels/neutral.ts'
import { isUnlabelled } from '../../exports/archive-names.ts'
import type { TextStart } from './archive-outline.ts'
import { splitOfName } from './archive-splits.ts'
import type { Evidence, FormatReader, ReadSource } from './format-reader.ts'

/** Texts that people put beside images. */
export const STRAY = /(^|\/)((readme|licen[cs]e|notice|losses)[^/]*|[^/]*\.(md|html?|pdf))$/i

const LIST = /(^|\/)classes\.txt$/

export const imageFolderReader: FormatReader = {
  /** Only with folders of splits or a list: other folders, such as days, are no classes unless a person says so. */
  recognise({ names, images, texts }) {
    const list = texts.find(({ name }) => LIST.test(name))
    const others = names.filter((name) => !STRAY.test(name) && name !== list?.name)
    if (names.length === 0 || others.length !== images.names.length) return null
    if (list) return listed(list, images.names)
    const root = rootOf(images.names)
    const paths = images.names.map((name) => name.slice(root.length).split('/'))
    const isDivided = paths.every(([top = '', ...rest]) =>
      isUnlabelled(top) ? true : splitOfName(top) !== undefined && rest.length > 1,
    )
    const folder = paths.find(([top = '']) => splitOfName(top) !== undefined)
    if (!isDivided || !folder) return null
    const document = `${root}${folder[0]}/${folder[1]}`
    return { documents: [], reason: message('import.evidence.image_folder', { document }) }
  },
  read: readImageFolder,
}

/** All images are in folders of the list, or have no class. */
function listed({ name, text }: TextStart, images: readonly string[]): Evidence | null {
  const [root, inside] = [folderOf(name), `${folderOf(name)}images/`]
  const classes = new Set(text.split(/\r?\n/))
  const isPlaced = images.every((image) => {
    const folders = image.slice(root.length).split('/')
    return image.startsWith(inside) ? folders.length > 2 : folders.length > 1 && isUnlabelled(folders[0] ?? '')
  })
  const first =
    images
      .find((image) => image.startsWith(inside))
      ?.slice(inside.length)
      .split('/')[0] ?? ''
  if (!isPlaced || !classes.has(first)) return null
  return { documents: [name], reason: message('import.evidence.image_folder', { document: inside + first }) }
}

async function* readImageFolder({ images, documents }: ReadSource, notes: ReadNotes): AsyncGenerator<ReadLabels> {
  const [list] = documents
  const root = list === undefined ? rootOf(images.names) : `${folderOf(list)}images/`
  const classOf = (name: string) => {
    if (list === undefined) return dividedClass(name.slice(root.length))
    return name.startsWith(root) ? (name.slice(root.length).split('/')[0] ?? null) : null
  }
  const classes = new Set(images.names.flatMap((name) => classOf(name) ?? []))
  notes.classes([...classes].sort())
  for (const file of images.names) {
    const name = classOf(file)
    const shape = { type: 'bbox', box: { x: 0, y: 0, w: 1, h: 1 } } as const
    const rules = ['type.whole_image'] as const
    const annotations: NeutralAnnotation[] = name === null ? [] : [{ id: null, name, confidence: null, shape, rules }]
    const image = { path: file, isStem: false, file, width: null, height: null, unit: 'relative' } as const
    yield { image, annotations }
  }
}

const folderOf = (name: string): string => name.slice(0, name.lastIndexOf('/') + 1)

/** The folders that all images have in common, unless the last of them is a split or a class; ends with a slash. */
function rootOf(names: readonly string[]): string {
  const [first = '', ...others] = names
  const folders = first.split('/').slice(0, -1)
  let common = folders.length
  for (const name of others) {
    const segments = name.split('/')
    while (common > 0 && folders.slice(0, common).some((folder, i) => folder !== segments[i])) common--
  }
  const split = folders.slice(0, common).findIndex((folder) => splitOfName(folder) !== undefined)
  const end = split >= 0 ? split : common
  return folders
    .slice(0, end)
    .map((folder) => `${folder}/`)
    .join('')
}

/**
 * The first folder below that of the split; null for an image without a class. A folder `unlabelled` has none beside the splits, and
 * is a class inside one.
 */
function dividedClass(path: string): string | null {
  const [top = '', below] = path.split('/').slice(0, -1)
  if (splitOfName(top) !== undefined) return below ?? null
  return top === '' || isUnlabelled(top) ? null : top
}
