/** Images as frames of videos: those of a directory are a sequence, in the natural order of their names. */
import type { FrozenExport, FrozenImage } from './frozen-export.ts'

export interface FrameSequence {
  /** The folder of the task, unique in the archive; empty at the top. */
  folder: string
  /** The positions of its images in the export: the first, and the number of images. */
  first: number
  count: number
  /** The numbers of the frames, by the position of the image after the first. */
  numbers: readonly number[]
  /** The same numbers in their order. */
  ordered: readonly number[]
  size: Pick<FrozenImage, 'width' | 'height'>
}

/** The position after the last image. */
export const afterSequence = ({ first, count }: FrameSequence): number => first + count

export const frameOf = ({ position }: Pick<FrozenImage, 'position'>, { first, numbers }: FrameSequence): number =>
  numbers[position - first] as number

/** The place of a frame among the ordered ones, from 0. */
export function orderOf(frame: number, ordered: readonly number[]): number {
  let [low, high] = [0, ordered.length - 1]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ordered[middle] as number) < frame) low = middle + 1
    else high = middle
  }
  return low
}

const NAMED_FRAME = /^frame_(\d{6,9})$/

/**
 * Frames that are named after their numbers keep them; others are numbered from 0.
 * @param named the folder of a sequence by the directory of its images
 */
export async function frameSequences(
  source: FrozenExport,
  named: (directory: string) => string = (directory) => directory,
): Promise<FrameSequence[]> {
  const sequences: FrameSequence[] = []
  const taken = new Set<string>()
  let [place, names, begun]: [string | null, string[], FrozenImage | null] = [null, [], null]
  const end = () => {
    if (!begun || place === null) return
    const numbers = numbersOf(names)
    const ordered = [...numbers].sort((a, b) => a - b)
    const { position: first, width, height } = begun
    sequences.push({
      folder: freeFolder(named(place), taken),
      first,
      count: names.length,
      numbers,
      ordered,
      size: { width, height },
    })
  }
  // Images come in the order of their directories.
  for await (const image of source.images()) {
    const folder = image.archivePath.slice(0, Math.max(0, image.archivePath.lastIndexOf('/')))
    if (folder !== place) {
      end()
      ;[place, names, begun] = [folder, [], image]
    }
    names.push(image.stem.slice(folder === '' ? 0 : folder.length + 1))
  }
  end()
  return sequences
}

/** The names of two directories can become one folder. */
function freeFolder(folder: string, taken: Set<string>): string {
  for (let n = 0; ; n++) {
    const name = n === 0 ? folder : `${folder}-${n}`
    if (taken.has(name.toLowerCase())) continue
    taken.add(name.toLowerCase())
    return name
  }
}

function numbersOf(stems: readonly string[]): number[] {
  const named = stems.map((stem) => Number(NAMED_FRAME.exec(stem)?.[1] ?? Number.NaN))
  if (named.every(Number.isInteger) && new Set(named).size === named.length) return named
  const order = stems.map((_, i) => i).sort((a, b) => natural.compare(stems[a] as string, stems[b] as string) || a - b)
  const numbers = new Array<number>(stems.length)
  for (const [frame, i] of order.entries()) numbers[i] = frame
  return numbers
}

const natural = new Intl.Collator('en', { numeric: true })
