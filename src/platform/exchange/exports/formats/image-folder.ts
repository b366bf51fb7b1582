/**
 * A folder for each class, as classifiers are trained on: `<split>/<class>/…`, or `images/<class>/…` beside the list of these folders
 * in an export without splits. An image has one class, that of most of its annotations; images without one are in `unlabelled`,
 * beside the splits.
 */
import type { Annotation } from '../../../../shared/domain/annotation.ts'
import { folderNames, isUnlabelled } from '../archive-names.ts'
import { type ArchiveFile, imageFile, textFile } from './archive-file.ts'
import type { FormatWriter } from './format-writer.ts'
import { type FrozenExport, type FrozenImage, isDivided, subsetFolder } from './frozen-export.ts'
import type { Losses } from './losses.ts'

export const imageFolderWriter: FormatWriter = {
  holds: {
    shapes: {
      box: 'wholeImages',
      outline: 'wholeImages',
      holes: 'wholeImages',
      parts: 'wholeImages',
      polyline: 'wholeImages',
      keypoint: 'wholeImages',
    },
    fields: [],
    confidence: false,
    ids: false,
    splits: true,
    losses: ['otherClasses', 'unlabelled', 'classFolders'],
  },
  files: imageFolderFiles,
}

/** Shows readers that folders are classes, and no days or splits. */
const CLASS_LIST = 'classes.txt'

async function* imageFolderFiles(source: FrozenExport, losses: Losses): AsyncGenerator<ArchiveFile> {
  const folders = folderNames(source.classes)
  const folderOf = (name: string) => (isUnlabelled(name) ? `${folders(name)}_` : folders(name))
  for (const name of source.classes) if (folderOf(name) !== name) losses.noteFile('classFolders', name)
  if (!isDivided(source)) yield textFile(CLASS_LIST, source.classes.map((name) => `${folderOf(name)}\n`).join(''))
  for await (const image of source.images()) {
    const name = classOf(image, losses)
    const folder = name === null ? 'unlabelled' : `${subsetFolder(image.split) || 'images/'}${folderOf(name)}`
    yield imageFile(`${folder}/${image.archivePath}`, image)
  }
}

function classOf(image: FrozenImage, losses: Losses): string | null {
  const counts = new Map<string, number>()
  for (const { name } of image.annotations) counts.set(name, (counts.get(name) ?? 0) + 1)
  const [most] = [...counts].sort(([, a], [, b]) => b - a)
  for (const annotation of image.annotations) {
    losses.begin(image, annotation)
    if (annotation.name !== most?.[0]) losses.note('otherClasses')
    else if (!isWhole(annotation, image)) losses.note('wholeImages')
  }
  losses.begin(image)
  if (!most) losses.note('unlabelled')
  return most?.[0] ?? null
}

function isWhole({ type, bounding_box: box }: Annotation, { width, height }: FrozenImage): boolean {
  return type === 'bbox' && box?.x === 0 && box.y === 0 && box.w === width && box.h === height
}
