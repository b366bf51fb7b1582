/** A folder of images as a source. */
import { readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { RunImage } from '../shared/engine-contract/job.ts'

const IMAGE_NAME = /\.(jpe?g|png|webp|bmp|tiff?)$/i

export const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

/** The images directly in a folder, in the order of their names; 2.jpg comes before 10.jpg. */
export function imagesIn(folder: string): RunImage[] {
  const { compare } = new Intl.Collator('en', { numeric: true })
  return readdirSync(folder)
    .filter((name) => IMAGE_NAME.test(name) && !name.startsWith('.'))
    .sort(compare)
    .map((name) => ({ id: null, path: resolve(join(folder, name)), name }))
}
