/** Boxes that a head puts out, before suppression. Structure of arrays: decoding touches tens of thousands of rows. */

export interface Candidates {
  /** x1, y1, x2, y2 of each, in pixels of the model's input. */
  boxes: Float32Array
  scores: Float32Array
  classIds: Int32Array
  count: number
}

export interface DecodeOptions {
  /** Rows below this are dropped before anything else. */
  confidence: number
  /** Keep only these class ids; null keeps all. */
  classIds: ReadonlySet<number> | null
}

/** Collects candidates; grows as needed, so a head of 25,200 rows costs nothing when few pass the threshold. */
export class CandidateList implements Candidates {
  boxes = new Float32Array(4 * 256)
  scores = new Float32Array(256)
  classIds = new Int32Array(256)
  count = 0

  push(x1: number, y1: number, x2: number, y2: number, score: number, classId: number): void {
    if (this.count === this.scores.length) this.#grow()
    const i = this.count++
    this.boxes[4 * i] = x1
    this.boxes[4 * i + 1] = y1
    this.boxes[4 * i + 2] = x2
    this.boxes[4 * i + 3] = y2
    this.scores[i] = score
    this.classIds[i] = classId
  }

  #grow(): void {
    const size = this.scores.length * 2
    const [boxes, scores, classIds] = [new Float32Array(4 * size), new Float32Array(size), new Int32Array(size)]
    boxes.set(this.boxes)
    scores.set(this.scores)
    classIds.set(this.classIds)
    Object.assign(this, { boxes, scores, classIds })
  }
}

/** The rows of `from` at `indices`, in that order, in arrays of exactly that length. */
export function pick(from: Candidates, indices: readonly number[]): Candidates {
  const count = indices.length
  const picked = {
    boxes: new Float32Array(4 * count),
    scores: new Float32Array(count),
    classIds: new Int32Array(count),
    count,
  }
  for (const [to, i] of indices.entries()) {
    picked.boxes.set(from.boxes.subarray(4 * i, 4 * i + 4), 4 * to)
    picked.scores[to] = from.scores[i] as number
    picked.classIds[to] = from.classIds[i] as number
  }
  return picked
}
