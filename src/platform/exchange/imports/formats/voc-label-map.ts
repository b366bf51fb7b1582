/** `labelmap.txt` of CVAT and Datumaro: rows of a class, its colour in masks, its parts and its actions. */
import { type LabelFiles, textOf } from '../archive/label-files.ts'

export const LABEL_MAP = /(^|\/)labelmap\.txt$/i
const MOST_BYTES = 1024 ** 2
/** The pixels of masks that belong to no object. */
export const BACKGROUND = 'background'

export interface LabelColour {
  name: string
  /** Red, green and blue, from 0 to 255; null when the row has none. */
  colour: readonly [number, number, number] | null
}

export async function labelMap(files: Pick<LabelFiles, 'read'>, name: string): Promise<LabelColour[]> {
  const lines = (await textOf(files, name, MOST_BYTES)).split(/\r?\n/).map((line) => line.trim())
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [label = '', colours = ''] = line.split(':')
      const [red, green, blue] = colours.split(',').map(Number)
      const isColour = [red, green, blue].every((value) => Number.isInteger(value))
      return { name: label.trim(), colour: isColour ? [red as number, green as number, blue as number] : null }
    })
}

/** The names of its classes; none of a map that can't be read, since labels have their own names. */
export async function labelMapNames(files: Pick<LabelFiles, 'read'>, name: string): Promise<string[]> {
  try {
    return (await labelMap(files, name)).map((label) => label.name).filter((label) => label !== BACKGROUND)
  } catch (error) {
    if (error instanceof RangeError) return []
    throw error
  }
}
