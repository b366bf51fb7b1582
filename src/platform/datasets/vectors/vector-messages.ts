/** The messages between the platform and the process that holds the indexes of descriptors. */

/** Keys are the first 64 bits of the SHA-256 of an image; vectors are of the length of their index, one after the other. */
export type VectorRequest =
  /** Reads the index of a data set from its files, or begins an empty one. Answered with `opened`. */
  | { type: 'open'; dataset: string; length: number; empty: boolean }
  /** `mark`: of the last of these rows, from which a later start continues. Answered with `opened`. */
  | { type: 'add'; dataset: string; keys: BigUint64Array; vectors: Int8Array; mark: string }
  /** The nearest `count` of each vector. Answered with `found`. */
  | { type: 'search'; dataset: string; vectors: Int8Array; count: number }
  /** Removes the index with its files. Answered with `done`, as `save`. */
  | { type: 'remove'; dataset: string }
  /** Writes all changed indexes to their files. */
  | { type: 'save' }

/** The nearest ones of a vector, by falling similarity. */
export interface Neighbours {
  keys: BigUint64Array
  /** Cosines. */
  similarities: Float32Array
}

export type VectorReply =
  /** `mark` is empty for an empty index. */
  | { type: 'opened'; size: number; mark: string }
  | { type: 'found'; neighbours: Neighbours[] }
  | { type: 'done' }
  | { type: 'failed'; reason: string }

export interface ToVectors {
  id: number
  request: VectorRequest
}

export interface FromVectors {
  id: number
  reply: VectorReply
}
