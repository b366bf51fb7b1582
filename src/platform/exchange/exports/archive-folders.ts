/** Counts the files of each folder of an archive. */
import type { ExportPlan } from '../../../shared/api/exports.ts'

const MOST_FOLDERS = 200
const EXAMPLES = 3

export interface ArchiveFolders {
  /** @param name with its folders, such as `images/train/1.jpg` */
  add(name: string): void
  /** In the order of their first files. */
  all(): ExportPlan['folders']
}

export function archiveFolders(): ArchiveFolders {
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
