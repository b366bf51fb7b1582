/**
 * Names of image files in an archive: their directories are kept, no path leads out of it, and every system can unpack it.
 * They are unique without their endings too, since label files are named after their images, and without regard to case.
 */

import { extname } from 'node:path'
import { extensionsOfType } from '../../../shared/domain/still-formats.ts'

const RESERVED = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i
/** Bytes of a segment: file systems allow 255, and a number and an ending may be appended. */
const MAX_BYTES = 200
/** Readers of YOLO data sets replace the last folder of this name in a path by `labels`. */
const FOLDER_OF_IMAGES = /^images$/i

/** Names of folders of images that have no class or split. */
export const isUnlabelled = (folder: string): boolean => /^unlabell?ed\d*$/i.test(folder)

export interface NamedImage {
  filename: string
  directory_path: string
  content_type: string
}

/** Returns the archive path of one image after the other. */
export function archiveNames(): (image: NamedImage) => string {
  const taken = new Set<string>()
  const next = new Map<string, number>()
  return ({ filename, directory_path, content_type }) => {
    const folders = directory_path.split('/').filter((segment) => segment !== '')
    const folder = folders.map((segment) => `${folderName(segment)}/`).join('')
    const { stem, ending } = fileName(filename, content_type)
    const key = (folder + stem).toLowerCase()
    for (let n = next.get(key) ?? 0; ; n++) {
      const name = n === 0 ? stem : `${stem}-${n}`
      const full = (folder + name).toLowerCase()
      if (taken.has(full)) continue
      taken.add(full)
      next.set(key, n + 1)
      return `${folder}${name}${ending}`
    }
  }
}

/** Returns the name of the folder of each of these names; no two have the same, without regard to case. */
export function folderNames(names: readonly string[]): (name: string) => string {
  const taken = new Set<string>()
  const folders = new Map(
    names.map((name) => {
      const plain = folderName(name)
      for (let n = 0; ; n++) {
        const folder = n === 0 ? plain : `${plain}-${n}`
        if (taken.has(folder.toLowerCase())) continue
        taken.add(folder.toLowerCase())
        return [name, folder]
      }
    }),
  )
  return (name) => folders.get(name) ?? folderName(name)
}

function folderName(segment: string): string {
  const name = safeSegment(segment)
  return FOLDER_OF_IMAGES.test(name) ? `${name}_` : name
}

function fileName(filename: string, contentType: string): { stem: string; ending: string } {
  const given = extname(filename)
  const usual = extensionsOfType(contentType)
  const fits = usual.includes(given.toLowerCase())
  return {
    stem: safeSegment(fits ? filename.slice(0, filename.length - given.length) : filename),
    ending: fits ? given : (usual[0] ?? ''),
  }
}

function safeSegment(segment: string): string {
  const plain = segment.normalize('NFC').replaceAll(/[\p{Cc}\p{Cs}<>:"/\\|?*]/gu, '_')
  const short = shortened(plain)
    .replace(/[. ]+$/, (end) => '_'.repeat(end.length))
    .replace(/^ +/, (start) => '_'.repeat(start.length))
  if (short === '') return '_'
  return RESERVED.test(short) ? `_${short}` : short
}

/** Cut between characters. */
function shortened(text: string): string {
  let bytes = 0
  let end = 0
  for (const character of text) {
    bytes += Buffer.byteLength(character)
    if (bytes > MAX_BYTES) break
    end += character.length
  }
  return text.slice(0, end)
}
