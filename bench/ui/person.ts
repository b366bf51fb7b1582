/**
 * The times that a person takes, for scripts that use a page as a person would: pointing by Fitts's law, keys and thought by
 * the keystroke-level model.
 */
import type { Page } from '@playwright/test'

/**
 * The throughput of a mouse in bits a second (Soukoreff and MacKenzie, “Towards a standard for pointing device
 * evaluation”, 2004).
 */
const BITS_A_SECOND = 4.5
/** Pixels of the screen within which a tight corner is. */
export const TIGHT = 4
/** A key of a skilled person, and the time to see an object and decide (Card, Moran and Newell, 1980), in ms. */
const KEY_MS = 280
const THOUGHT_MS = 1350
const STEPS = 12

export interface Spot {
  x: number
  y: number
}

export class Person {
  readonly #page: Page
  #at: Spot = { x: 0, y: 0 }

  constructor(page: Page) {
    this.#page = page
  }

  async think(): Promise<void> {
    await this.#page.waitForTimeout(THOUGHT_MS)
  }

  async press(key: string): Promise<void> {
    await this.#page.waitForTimeout(KEY_MS)
    await this.#page.keyboard.press(key)
  }

  /** Moves the mouse to a target of a width in pixels. */
  async point(to: Spot, width: number): Promise<void> {
    const from = this.#at
    const distance = Math.hypot(to.x - from.x, to.y - from.y)
    const ms = (1000 * Math.log2(distance / width + 1)) / BITS_A_SECOND
    const until = performance.now() + ms
    for (let step = 1; step <= STEPS; step++) {
      const share = step / STEPS
      await this.#page.mouse.move(from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share)
      await this.#page.waitForTimeout(Math.max(0, until - ms * (1 - share) - performance.now()))
    }
    this.#at = to
  }

  async drag(from: Spot, to: Spot, width: number): Promise<void> {
    await this.point(from, width)
    await this.#page.mouse.down()
    await this.point(to, width)
    await this.#page.mouse.up()
  }
}
