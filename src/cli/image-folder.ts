/** A folder of images as a source. */
import { readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isImageName } from '../shared/domain/still-formats.ts'
import type { RunImage } from '../shared/engine-contract/job.ts'

export const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

/** The images directly in a folder, in the order of their names; 2.jpg comes before 10.jpg. */
export function imagesIn(folder: string): RunImage[] {
  const { compare } = new Intl.Collator('en', { numeric: true })
  return readdirSync(folder)
    .filter((name) => isImageName(name) && !name.startsWith('.'))
    .sort(compare)
    .map((name) => ({ id: null, path: resolve(join(folder, name)), name }))
}
