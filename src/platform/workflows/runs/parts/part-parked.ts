import type { PartState } from './part-plans.ts'

/** A part has taken down its workers too often. */
export class PartParked extends Error {
  readonly part: PartState

  constructor(part: PartState) {
    super(part.error?.message ?? part.id)
    this.part = part
  }
}
