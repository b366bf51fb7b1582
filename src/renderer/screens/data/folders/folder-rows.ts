/** The directories of a data set as rows of a tree. */
import type { ListedFolder } from '../../../../shared/api/folders.ts'
import { naturally } from '../../../../shared/domain/natural-order.ts'

export interface FolderRow {
  path: string
  name: string
  /** 1 for directories of the root. */
  level: number
  hasChildren: boolean
  /** Images in it and below it, excluding archived ones. */
  images: number
}

export const ROOT = '/'

const partsOf = (path: string): string[] => path.split('/').filter((part) => part !== '')
export const parentOf = (path: string): string => `/${partsOf(path).slice(0, -1).join('/')}`

/** Every directory with those below it right after it, in natural order. */
export function folderRows(folders: readonly ListedFolder[]): FolderRow[] {
  const children = new Map<string, ListedFolder[]>()
  for (const folder of folders) {
    const parent = parentOf(folder.folder_path)
    const known = children.get(parent)
    if (known) known.push(folder)
    else children.set(parent, [folder])
  }
  const rows: FolderRow[] = []
  const add = (parent: string, level: number): number => {
    let images = 0
    for (const folder of (children.get(parent) ?? []).sort((a, b) => naturally(a.name, b.name))) {
      const path = folder.folder_path
      const row = { path, name: folder.name, level, hasChildren: children.has(path), images: folder.image_count }
      rows.push(row)
      row.images += add(path, level + 1)
      images += row.images
    }
    return images
  }
  add(ROOT, 1)
  return rows
}

/** Rows below a folded directory are left out. */
export function unfolded(rows: readonly FolderRow[], folded: ReadonlySet<string>): FolderRow[] {
  let hiddenBelow = Number.POSITIVE_INFINITY
  return rows.filter(({ path, level }) => {
    if (level > hiddenBelow) return false
    hiddenBelow = folded.has(path) ? level : Number.POSITIVE_INFINITY
    return true
  })
}
