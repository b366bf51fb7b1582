/**
 * Finds the split of each image of an archive: by what a reader declares, by lists of images such as `ImageSets/Main/train.txt`, or
 * by a folder such as `train`.
 */
import { IMAGE_SPLITS, type ImageSplit } from '../../../../shared/api/datasets.ts'
import { isUnlabelled } from '../../exports/archive-names.ts'
import { keyOf } from '../archive/entry-names.ts'
import { type LabelFiles, textOf } from '../archive/label-files.ts'
import { type ArchiveImages, plainPath, withoutEnding } from './archive-images.ts'

export interface ArchiveSplits {
  /** The split of an image by its file, or by the path that labels give. */
  of(path: string): ImageSplit | undefined
  /** Declares the split of an image; the first declaration counts. */
  declare(path: string, split: ImageSplit): void
  /** Declares the split of all images in a folder and below it. */
  declareFolder(folder: string, split: ImageSplit): void
  /** Declares the split of the images that a text lists, one a line. Returns the number of images that it finds in the archive. */
  declareList(text: string, split: ImageSplit): number
}

/** Knows no splits. */
export const NO_SPLITS: ArchiveSplits = {
  of: () => undefined,
  declare: () => undefined,
  declareFolder: () => undefined,
  declareList: () => 0,
}

const WORDS: Readonly<Record<string, ImageSplit>> = {
  train: 'train',
  training: 'train',
  val: 'valid',
  valid: 'valid',
  validation: 'valid',
  test: 'test',
  testing: 'test',
}
const WORD = 'train|training|val|valid|validation|test|testing'
/** `train`, `val2017`, `test-dev2017`, and `obj_train_data` of Darknet. */
const SPLIT_NAME = new RegExp(`^(?:obj_(${WORD})_data|(${WORD})(?:[-_]?dev)?[-_]?\\d*)$`, 'i')
const LIST = new RegExp(`(?:^|/)(?:autosplit_)?((?:${WORD})(?:[-_]?dev)?[-_]?\\d*)\\.txt$`, 'i')
/** Bytes of a list: two million paths at most. */
const MOST_BYTES = 256 * 1024 ** 2
/** Rows that show whether a text lists images. */
const SHOWN_ROWS = 20

/** The split that the name of a folder says. */
export function splitOfName(name: string): ImageSplit | undefined {
  const [, inside, whole] = SPLIT_NAME.exec(name) ?? []
  return WORDS[(inside ?? whole ?? '').toLowerCase()]
}

/** The split of the images of a document, by the first or last word of its name or by its folder: `instances_val2017.json`, `train/labels.json`. */
export function splitOfDocument(path: string): ImageSplit | undefined {
  const segments = path.split('/')
  const stem = withoutEnding(segments.pop() ?? '').replace(/[-_]dev(?=[-_.\d]|$)/i, '')
  const words = stem.split(/[_.\s-]+/)
  const [first, last] = [splitOfName(words[0] ?? ''), splitOfName(words.at(-1) ?? '')]
  if (first && last && first !== last) return undefined
  return first ?? last ?? splitOfPath(segments)
}

/** By the last folder that is named after a split. */
const splitOfPath = (folders: readonly string[]): ImageSplit | undefined =>
  folders
    .map(splitOfName)
    .filter((split) => split !== undefined)
    .at(-1)

/** Returns whether rows of a text are paths or names of images, one a line; rows of labels are numbers. */
export function isImageList(text: string): boolean {
  const rows = text.slice(0, 64 * 1024).split(/\r?\n/, SHOWN_ROWS)
  const filled = rows.map((row) => row.trim()).filter((row) => row !== '')
  return filled.length > 0 && filled.every((row) => !/^\S+(\s+[-+.\deE]+){4,}$/.test(row))
}

/** @param names of all files, among them the lists */
export async function archiveSplits(
  files: Pick<LabelFiles, 'read'>,
  { names, images }: { names: readonly string[]; images: ArchiveImages },
): Promise<ArchiveSplits> {
  const byFile = new Map<string, ImageSplit>()
  /** Paths without a file in the archive, without their endings. */
  const byStem = new Map<string, ImageSplit>()
  const folders: { folder: string; split: ImageSplit }[] = []
  const ofFolder = splitsOfFolders(images.names)
  const stemOf = (path: string) => keyOf(withoutEnding(plainPath(path)))

  function declareList(text: string, split: ImageSplit): number {
    let found = 0
    for (const line of text.split(/\r?\n/)) {
      const row = line.trim().replace(/^\.\//, '')
      if (row === '') continue
      const file = images.find(row) ?? images.findStem(row) ?? images.findStem(withoutEnding(row))
      if (file !== null) {
        found++
        if (!byFile.has(file)) byFile.set(file, split)
        continue
      }
      const stem = stemOf(row)
      if (!byStem.has(stem)) byStem.set(stem, split)
    }
    return found
  }

  // An image of several lists belongs to the first of these splits.
  for (const split of IMAGE_SPLITS) {
    for (const name of names.filter((one) => splitOfName(LIST.exec(one)?.[1] ?? '') === split)) {
      try {
        const text = await textOf(files, name, MOST_BYTES)
        if (isImageList(text)) declareList(text, split)
      } catch (error) {
        if (!(error instanceof RangeError)) throw error
      }
    }
  }

  return {
    of(path) {
      const known = byFile.get(path) ?? byStem.get(stemOf(path))
      if (known) return known
      const inside = folders.find(({ folder }) => path.startsWith(folder))
      if (inside) return inside.split
      const end = path.lastIndexOf('/')
      const folder = end < 0 ? '' : path.slice(0, end)
      return ofFolder.has(folder) ? ofFolder.get(folder) : splitOfPath(folder.split('/'))
    },
    declare(path, split) {
      if (!byFile.has(path)) byFile.set(path, split)
    },
    declareFolder(folder, split) {
      folders.push({ folder: folder === '' || folder.endsWith('/') ? folder : `${folder}/`, split })
      folders.sort((a, b) => b.folder.length - a.folder.length)
    },
    declareList,
  }
}

/**
 * The split of each folder of images. A folder is a split beside another split, or when all folders beside it are splits: `train`
 * beside `bus` and `car` is a class.
 */
function splitsOfFolders(files: readonly string[]): Map<string, ImageSplit | undefined> {
  const folders = new Set(files.map((name) => name.slice(0, Math.max(0, name.lastIndexOf('/')))))
  const children = new Map<string, Set<string>>()
  for (const folder of folders) {
    const segments = folder === '' ? [] : folder.split('/')
    for (const [i, segment] of segments.entries()) {
      const parent = segments.slice(0, i).join('/')
      const there = children.get(parent)
      if (there) there.add(segment)
      else children.set(parent, new Set([segment]))
    }
  }
  /** The number of different splits below each folder; 0 where its folders are none. */
  const levels = new Map<string, number>()
  for (const [parent, names] of children) {
    const splits = [...names].filter((name) => !isUnlabelled(name)).map(splitOfName)
    const different = new Set(splits.filter((split) => split !== undefined)).size
    levels.set(parent, different > 1 || splits.every((split) => split !== undefined) ? different : 0)
  }
  return new Map(
    [...folders].map((folder) => {
      const segments = folder.split('/')
      let [best, most]: [ImageSplit | undefined, number] = [undefined, 1]
      for (const [i, segment] of segments.entries()) {
        const level = levels.get(segments.slice(0, i).join('/')) ?? 0
        const split = level >= most ? splitOfName(segment) : undefined
        if (split !== undefined) [best, most] = [split, level]
      }
      return [folder, best]
    }),
  )
}
