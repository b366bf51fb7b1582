/** A frame that lends a slot and returns it when closed. */
import type { Box } from '../../shared/domain/geometry.ts'
import type { FitTarget, Frame, I420, ImageSource, Letterbox } from './frame.ts'
import type { Letterboxer } from './letterbox.ts'
import { copySlot, type Slot, type SlotPool } from './slot.ts'

export class PooledFrame implements Frame {
  readonly index: number
  readonly ptsS: number
  readonly width: number
  readonly height: number
  readonly source: ImageSource | undefined
  readonly #pool: SlotPool
  readonly #letterboxer: Letterboxer
  #slot: Slot | null
  #held = 0

  constructor(slot: Slot, pool: SlotPool, letterboxer: Letterboxer, index: number, ptsS: number, source?: ImageSource) {
    this.#slot = slot
    this.#pool = pool
    this.#letterboxer = letterboxer
    this.index = index
    this.ptsS = ptsS
    this.source = source
    this.width = slot.image.width
    this.height = slot.image.height
  }

  get image(): I420 {
    return this.#open().image
  }

  letterbox(into: Float32Array, target: FitTarget, region?: Box): Letterbox {
    return this.#letterboxer.fit(this.#open().image, into, target, region)
  }

  copy(): Frame {
    const slot = this.#open()
    const copy = this.#pool.take(slot.image, slot.image.color)
    copySlot(slot, copy)
    return new PooledFrame(copy, this.#pool, this.#letterboxer, this.index, this.ptsS, this.source)
  }

  get isHeld(): boolean {
    return this.#held > 0
  }

  hold(): () => void {
    const slot = this.#open()
    this.#held++
    let released = false
    return () => {
      if (released) return
      released = true
      this.#held--
      if (this.#held === 0 && this.#slot === null) this.#pool.give(slot)
    }
  }

  close(): void {
    if (!this.#slot) return
    if (this.#held === 0) this.#pool.give(this.#slot)
    this.#slot = null
  }

  /** The slot may already belong to another frame: using a closed frame must fail visibly. */
  #open(): Slot {
    if (!this.#slot) throw new Error(`frame ${this.index} was used after it was closed`)
    return this.#slot
  }
}
