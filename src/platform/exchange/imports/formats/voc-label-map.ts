/** `labelmap.txt` of CVAT and Datumaro: rows of a class, its colour in masks, its parts and its actions. */
import type { ReadNotes } from '../../../datasets/labels/neutral.ts'
import { type LabelFiles, textOf } from '../archive/label-files.ts'
import { noteBroken } from './broken-document.ts'

export const LABEL_MAP = /(^|\/)labelmap\.txt$/i
const MOST_BYTES = 1024 ** 2
/** The pixels of masks that belong to no object. */
export const BACKGROUND = 'background'

export interface LabelColour {
  name: string
  /** Red, green and blue, from 0 to 255; null when the row has none. */
  colour: readonly [number, number, number] | null
}

/** A map that can't be read is noted, and has no classes: labels have their own names, or their colours. */
export async function labelMap(
  files: Pick<LabelFiles, 'read'>,
  name: string,
  notes: Pick<ReadNotes, 'noted'>,
): Promise<LabelColour[]> {
  const text = await textOf(files, name, MOST_BYTES).catch((error: unknown) => {
    noteBroken(error, name, notes)
    return ''
  })
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [label = '', colours = ''] = line.split(':')
      const [red, green, blue] = colours.split(',').map(Number)
      const isColour = [red, green, blue].every((value) => Number.isInteger(value))
      return { name: label.trim(), colour: isColour ? [red as number, green as number, blue as number] : null }
    })
}

/** The names of its classes. */
export async function labelMapNames(...map: Parameters<typeof labelMap>): Promise<string[]> {
  return (await labelMap(...map)).map((label) => label.name).filter((label) => label !== BACKGROUND)
}
