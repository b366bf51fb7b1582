/** A page of a bucket's folder as the API returns it. */
import type { StoragePage, StoredObject } from '../../../shared/api/storage-connections.ts'
import { isImageName } from '../../../shared/domain/still-formats.ts'
import type { BucketObject, Listing } from './bucket.ts'
import { isBelow, nameOfKey } from './object-path.ts'

/** Few enough for their XML to be parsed between two other requests. */
export const OBJECTS_PER_PAGE = 500

/** Leaves out what a server lists outside of the folder, and the marker of the folder itself. */
export function browsedPage({ folders, objects, next }: Listing, prefix: string): StoragePage {
  const inFolder = objects.filter(({ key }) => key.startsWith(prefix) && nameOfKey(key) !== '')
  const isImage = ({ key, size }: BucketObject) => size > 0 && isImageName(key) && isBelow(key, prefix)
  return {
    prefix,
    folders: folders
      .filter((folder) => isBelow(folder, prefix))
      .map((folder) => ({ name: nameOfKey(folder.slice(0, -1)), prefix: folder })),
    images: inFolder.filter(isImage).map(shown),
    other_objects: inFolder.filter((object) => !isImage(object)).map(shown),
    next_token: next,
  }
}

const shown = ({ key, size }: BucketObject): StoredObject => ({ key, name: nameOfKey(key), size })
