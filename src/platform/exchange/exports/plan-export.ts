/**
 * Reports what an export in a format would lose: the writer of the format runs over the data set as it is now, and its texts are
 * thrown away. Files of images are not read.
 */
import { type ExportFormat, type ExportPlan, SPLITS, type SplitShares } from '../../../shared/api/exports.ts'
import type { AnnotationType } from '../../../shared/domain/annotation.ts'
import { classesOf } from '../../datasets/datasets.ts'
import { joinPath } from '../../datasets/directories/directory-path.ts'
import { annotationOf, isPending, type LabelledRow } from '../../datasets/stored-annotation.ts'
import type { Database } from '../../db/database.ts'
import type { DatasetRow } from '../../db/schema/datasets.ts'
import { pausing } from '../../machine/pauses.ts'
import { archiveNames } from './archive-names.ts'
import { FORMAT_WRITERS } from './formats/format-writers.ts'
import type { FrozenExport, FrozenImage, Subset } from './formats/frozen-export.ts'
import { createLosses, LOSSES_FILE } from './formats/losses.ts'
import { notedImages } from './formats/noted-images.ts'
import { visibleObjects } from './formats/visible-objects.ts'
import { annotationsByImage, EXPORT_SPLITS } from './freeze.ts'
import { type SelectedImage, selectImages } from './selected-images.ts'
import { splitImages } from './splits.ts'

export interface ExportChoice {
  format: ExportFormat
  /** Null for the whole data set. */
  directory: string | null
  /** The ids of the chosen images; null for all images of the directory. */
  ids: readonly string[] | null
  /** Null for all classes. */
  classes: readonly string[] | null
  hasPending: boolean
  /** Null when the images are not divided. */
  splitBy: SplitShares | 'image_splits' | null
  seed: number
}

/** More would take longer than a caller waits. */
export const MOST_CHECKED = 20_000

const MOST_FOLDERS = 200
const EXAMPLES = 3

interface ArchiveFolders {
  /** @param name with its folders, such as `images/train/1.jpg` */
  add(name: string): void
  /** In the order of their first files. */
  all(): ExportPlan['folders']
}

/** Counts the files of each folder of an archive. */
function archiveFolders(): ArchiveFolders {
  const found = new Map<string, ExportPlan['folders'][number]>()
  return {
    add(name) {
      const end = name.lastIndexOf('/')
      const path = end < 0 ? '' : name.slice(0, end)
      const folder = found.get(path)
      if (!folder && found.size === MOST_FOLDERS) return
      const { files, examples } = folder ?? { files: 0, examples: [] as string[] }
      if (examples.length < EXAMPLES) examples.push(name.slice(end + 1))
      found.set(path, { path, files: files + 1, examples })
    },
    all: () => [...found.values()],
  }
}

export async function planExport(db: Database, dataset: DatasetRow, choice: ExportChoice): Promise<ExportPlan> {
  const { directory: directory_path, ids: image_ids } = choice
  const selected = await selectImages(db, { dataset_id: dataset.id, directory_path, image_ids })
  const wanted = choice.classes && new Set(choice.classes)
  const names = new Set(classesOf(dataset).map(({ name }) => name))
  const types = new Set<AnnotationType>()
  const isWanted = (row: LabelledRow) => !wanted || wanted.has(row.name)
  const isLeftOut = (row: LabelledRow) => !choice.hasPending && isPending(row)
  const image_count = selected.count
  let annotation_count = 0
  const { splitBy } = choice
  const drawn = splitBy && splitBy !== 'image_splits' ? splitImages(image_count, splitBy, choice.seed) : null
  const splits = new Set<Subset>()
  const splitOf = (position: number, image: SelectedImage): Subset =>
    splitBy === 'image_splits' ? EXPORT_SPLITS[image.split ?? 'train'] : (drawn?.[position] ?? 'default')

  async function* images(only?: Subset, from = 0): AsyncGenerator<FrozenImage> {
    const archivePath = archiveNames()
    const pause = pausing()
    let position = 0
    for await (const page of selected.pages()) {
      if (position >= MOST_CHECKED) return
      const annotationsOf = await annotationsByImage(db, page)
      for (const image of page) {
        if (pause.isDue) await pause.take()
        const path = archivePath(image)
        const at = position++
        const split = splitOf(at, image)
        if (at < from || (only !== undefined && only !== split)) continue
        const rows = (annotationsOf.get(image.id) ?? []).filter(isWanted)
        yield {
          position: at,
          archivePath: path,
          stem: path.slice(0, path.lastIndexOf('.')),
          path: '',
          contentType: image.content_type,
          sizeBytes: 0,
          width: image.width,
          height: image.height,
          split,
          annotations: rows.filter((row) => !isLeftOut(row)).map(annotationOf),
          origin: joinPath(image.directory_path, image.filename).slice(1),
          pending: rows.filter(isLeftOut).map(({ id }) => id),
        }
      }
    }
  }

  // Writers choose by the types and classes that occur.
  for await (const { annotations, split } of images()) {
    splits.add(split)
    annotation_count += annotations.length
    for (const { name, type } of annotations) {
      names.add(name)
      types.add(type)
    }
  }
  const classes = [...names].filter((name) => !wanted || wanted.has(name))
  const source: FrozenExport = {
    name: dataset.name,
    format: choice.format,
    frozenAt: dataset.created_at,
    classes,
    types,
    splits: splitBy ? SPLITS.filter((split) => splits.has(split)) : ['default'],
    images,
  }
  const writer = FORMAT_WRITERS[choice.format]
  const losses = createLosses(writer.holds)
  const folders = archiveFolders()
  const pause = pausing()
  for await (const file of writer.files(
    notedImages(visibleObjects(source, writer.holds, losses), writer.holds, losses),
    losses,
  )) {
    folders.add(file.name)
    if (file.isImage || !('read' in file)) continue
    for await (const _ of file.read()) if (pause.isDue) await pause.take()
  }
  const checked_images = Math.min(image_count, MOST_CHECKED)
  const found = { image_count, annotation_count, checked_images, classes }
  const rules = losses.rules()
  if (rules.length > 0) folders.add(LOSSES_FILE)
  return { format: choice.format, ...found, rules, folders: folders.all() }
}
