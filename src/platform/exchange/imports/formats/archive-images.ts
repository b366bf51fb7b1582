/** Finds the image files of an archive by the names that labels give: whole paths, their ends, or names without endings. */

import { isImageName } from '../../../../shared/domain/still-formats.ts'
import { keyOf } from '../archive/entry-names.ts'
import type { LabelFile } from '../archive/label-files.ts'

export interface ArchiveImages {
  /** Names of all image files. */
  names: readonly string[]
  /** The file that has this path, or the only one whose path ends with it; null without one. */
  find(path: string): string | null
  /** Finds a file as `find` does, by a path without its ending. */
  findStem(path: string): string | null
}

export function archiveImages(files: readonly LabelFile[]): ArchiveImages {
  const names = files.map(({ name }) => name).filter(isImageName)
  const byPath = indexOf(names, (name) => name)
  const byStem = indexOf(names, withoutEnding)
  return {
    names,
    find: (path) => found(byPath, path),
    findStem: (path) => found(byStem, path),
  }
}

/** By the last segment of their names. */
function indexOf(
  names: readonly string[],
  partOf: (name: string) => string,
): Map<string, { part: string; name: string }[]> {
  const index = new Map<string, { part: string; name: string }[]>()
  for (const name of names) {
    const part = keyOf(partOf(name))
    const last = part.slice(part.lastIndexOf('/') + 1)
    const there = index.get(last)
    if (there) there.push({ part, name })
    else index.set(last, [{ part, name }])
  }
  return index
}

/** The most files of one name whose ends are compared for each path; where there are more, only whole paths are. */
const MOST_COMPARED = 2000

function found(index: ReturnType<typeof indexOf>, path: string): string | null {
  const wanted = keyOf(path.replace(/^(\.?\/)+/, ''))
  const same = index.get(wanted.slice(wanted.lastIndexOf('/') + 1)) ?? []
  if (same.length > MOST_COMPARED) return same.find(({ part }) => part === wanted)?.name ?? null
  const exact = same.find(({ part }) => part === wanted)
  if (exact) return exact.name
  const ending = same.filter(({ part }) => part.endsWith(`/${wanted}`))
  return ending.length === 1 ? (ending[0]?.name ?? null) : null
}

export function withoutEnding(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot > name.lastIndexOf('/') + 1 ? name.slice(0, dot) : name
}

const SPLIT = /^(train|training|val|valid|validation|test)2?\d*$/i
const FOLDER = /^(images|jpegimages|img1|obj_(train|valid|test)_data)$/i

/**
 * The path of an image in a data set by its path in an archive: without the folders in which formats keep images and splits.
 * `images/train/a/1.jpg`, `train/images/a/1.jpg` and `a/1.jpg` are all `a/1.jpg`.
 */
export function plainPath(path: string): string {
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.')
  const folder = segments.slice(0, -1).findLastIndex((segment) => FOLDER.test(segment))
  const rest = folder < 0 ? segments : segments.slice(folder + 1)
  const isSplit = rest.length > 1 && folder >= 0 && SPLIT.test(rest[0] as string)
  return (isSplit ? rest.slice(1) : rest).join('/')
}
