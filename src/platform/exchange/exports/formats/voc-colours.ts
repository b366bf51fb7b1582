/** The colours of Pascal VOC, by which masks name classes, and the list of them that CVAT and Datumaro read. */
import type { FrozenExport } from './frozen-export.ts'
import type { Losses } from './losses.ts'

/** The colour of a number: its bits from the lowest, in turn to red, green and blue from the highest bit down. */
export function vocColour(number: number): [number, number, number] {
  const colour: [number, number, number] = [0, 0, 0]
  for (let bit = 0, rest = number; bit < 8; bit++, rest >>= 3) {
    for (const channel of [0, 1, 2] as const) colour[channel] |= ((rest >> channel) & 1) << (7 - bit)
  }
  return colour
}

/** The pixels of borders, which count for nothing, have the colour of this number. */
const VOID = 255

/** The colour of a class, or of an object, from 1. */
export const maskColour = (number: number): [number, number, number] => vocColour(number < VOID ? number : number + 1)

/** Returns whether labelmap.txt can list a class: a colon ends its name there, and `background` is reserved. */
export const isListable = (name: string): boolean =>
  !/[:\r\n]|^#/.test(name) && name === name.trim() && name !== 'background'

/** Rows of name, colour, parts and actions. */
export function labelMapText({ classes }: Pick<FrozenExport, 'classes'>, losses: Losses): string {
  const rows = ['# label:color_rgb:parts:actions', 'background:0,0,0::']
  for (const [i, name] of classes.entries()) {
    if (!isListable(name)) losses.noteFile('classes', name)
    else rows.push(`${name}:${maskColour(i + 1).join()}::`)
  }
  return `${rows.join('\n')}\n`
}
