/**
 * Reads what the grid shows of its images in blocks, those near the view first. Blocks that the view has passed are
 * cancelled, and the number of blocks in memory is bounded.
 */
import type { ImageSummaries, ImageSummary } from '../../../../shared/api/image-lists.ts'

export type BoxClass = ImageSummaries['classes'][number]

export interface GridImage extends ImageSummary {
  /** The classes that the boxes name by index. */
  classes: readonly BoxClass[]
}

/** Reads some images by their ids. */
export type ReadSummaries = (ids: readonly string[], signal: AbortSignal) => Promise<ImageSummaries>

export const BLOCK = 200
/** 20,000 images. */
const MOST_BLOCKS = 100

interface Block {
  images: ReadonlyMap<string, GridImage>
  /** The list or the images have changed since: it is read again when it is wanted, and shown until then. */
  stale: boolean
}

export class SummaryBlocks {
  readonly #read: ReadSummaries
  readonly #blocks = new Map<number, Block>()
  readonly #reading = new Map<number, AbortController>()
  readonly #listeners = new Set<() => void>()
  #ids: readonly string[] = []
  /** Images in view when the list changed: shown at their new places until their blocks arrive. */
  #kept: ReadonlyMap<string, GridImage> = new Map()
  #wanted: readonly [number, number] = [0, 0]
  #version = 0
  #error: unknown = null

  constructor(read: ReadSummaries) {
    this.#read = read
  }

  /** Changes with every block that has arrived. */
  version = (): number => this.#version
  /** The error of the last read; null when it did not fail. */
  error = (): unknown => this.#error

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  show(ids: readonly string[]): void {
    if (ids === this.#ids) return
    const [start, end] = this.#wanted
    const inView = this.#ids.slice(start, end).map((_, i) => this.at(start + i))
    this.#kept = new Map(inView.flatMap((image) => (image ? [[image.id, image]] : [])))
    this.#ids = ids
    this.refresh()
  }

  /** Reads the images in view again, and the others when they come into view. */
  refresh(): void {
    for (const block of this.#blocks.values()) block.stale = true
    for (const reading of this.#reading.values()) reading.abort()
    this.#reading.clear()
    this.#readWanted()
  }

  /** Undefined until its block has arrived. */
  at(index: number): GridImage | undefined {
    const id = this.#ids[index]
    if (id === undefined) return undefined
    return this.#blocks.get(Math.floor(index / BLOCK))?.images.get(id) ?? this.#kept.get(id)
  }

  /** @param start first index in or near the view; `end` is after the last one */
  want(start: number, end: number): void {
    if (start === this.#wanted[0] && end === this.#wanted[1]) return
    this.#wanted = [start, end]
    this.#readWanted()
  }

  close(): void {
    for (const reading of this.#reading.values()) reading.abort()
    this.#reading.clear()
    this.#listeners.clear()
  }

  #readWanted(): void {
    const [start, end] = this.#wanted
    const first = Math.floor(start / BLOCK)
    const last = Math.floor((Math.min(end, this.#ids.length) - 1) / BLOCK)
    for (const [block, reading] of this.#reading) {
      if (block >= first && block <= last) continue
      reading.abort()
      this.#reading.delete(block)
    }
    const middle = (first + last) / 2
    const needed = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i)
      .filter((block) => !this.#reading.has(block) && this.#blocks.get(block)?.stale !== false)
      .sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))
    for (const block of needed) void this.#readBlock(block)
  }

  async #readBlock(block: number): Promise<void> {
    const reading = new AbortController()
    this.#reading.set(block, reading)
    try {
      const { data, classes } = await this.#read(this.#ids.slice(block * BLOCK, (block + 1) * BLOCK), reading.signal)
      if (reading.signal.aborted) return
      this.#blocks.delete(block)
      this.#blocks.set(block, { images: new Map(data.map((one) => [one.id, { ...one, classes }])), stale: false })
      this.#forget()
      this.#error = null
    } catch (error) {
      if (reading.signal.aborted) return
      this.#error = error
    }
    this.#reading.delete(block)
    this.#version++
    for (const listener of this.#listeners) listener()
  }

  /** Forgets the blocks that were read first; those in view are read again if they are among them. */
  #forget(): void {
    for (const block of this.#blocks.keys()) {
      if (this.#blocks.size <= MOST_BLOCKS) return
      this.#blocks.delete(block)
    }
  }
}
