import { cutBefore } from './cut-text.ts'

interface NumberedName {
  /** Between base and number. */
  before?: string
  ending?: string
  /** The longest name. */
  most?: number
}

/** Returns `base` and `ending`, with the first free number from 2 between them if that name is taken: `counts-2.csv`. */
export function freeName(
  base: string,
  isTaken: (name: string) => boolean,
  { before = '-', ending = '', most = Number.POSITIVE_INFINITY }: NumberedName = {},
): string {
  let name = cutBefore(base, ending, most)
  for (let n = 2; isTaken(name); n++) name = cutBefore(base, `${before}${n}${ending}`, most)
  return name
}
