/** Finds the image files of an archive by the paths that labels give. */
import type { LabelFile } from '../archive/label-files.ts'
import { isAnyImage } from '../archive/unread-images.ts'
import type { LabelPlace } from '../matching/label-place.ts'
import { type PathSearch, pathIndex } from '../matching/path-index.ts'

export interface ArchiveImages {
  /** Names of all image files, also of formats that imports can't take. */
  names: readonly string[]
  /**
   * The file that this path means, also with folders of another machine, as a URL, or in another spelling. Of several with the
   * name it is the one in the place of the labels: pass the document as `near`. Null without a file, and where nothing decides.
   */
  find(path: string, place?: LabelPlace): string | null
  /** Finds a file as `find` does, by a path without its ending. */
  findStem(path: string, place?: LabelPlace): string | null
  /** The only file that this path means, or all among which nothing decides. */
  match(path: string, search: PathSearch): readonly string[]
}

export function archiveImages(files: readonly LabelFile[]): ArchiveImages {
  const names = files.map(({ name }) => name).filter(isAnyImage)
  const index = pathIndex(names)
  function match(path: string, search: PathSearch): string[] {
    const found = index.match(path, search)
    const files = found === null ? [] : 'found' in found ? [found.found] : found.among
    return files.map((at) => names[at] as string)
  }
  function only(path: string, search: PathSearch): string | null {
    const [file = null, another] = match(path, search)
    return another === undefined ? file : null
  }
  return {
    names,
    find: (path, place) => only(path, { ...place }),
    findStem: (path, place) => only(path, { ...place, isStem: true }),
    match,
  }
}

export { withoutEnding } from '../matching/declared-path.ts'

/** `default`: the subset of CVAT and Datumaro for images without a split. */
const SPLIT = /^(default|(train|training|val|valid|validation|test)2?\d*)$/i
const FOLDER = /^(images|jpegimages|leftimg8bit|img1|image_\d+|obj_(train|valid|test)_data)$/i

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

/** The path with the folders of splits and sequences, for archives whose images have equal names without them. */
export function pathWithFolders(path: string): string {
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.')
  return segments.filter((segment, i) => i === segments.length - 1 || !FOLDER.test(segment)).join('/')
}
