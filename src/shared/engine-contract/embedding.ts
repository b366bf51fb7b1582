/** The contract for embeddings of images and texts, whose cosines say how much they have in common. */

export interface Embedder {
  /** Absolute path of the folder with its files. */
  folder: string
  name: string
  /** The SHA-256 digest of the model's files: another model, or another version, has another one. */
  sha256: string
  /** False for a model that knows no texts. */
  hasText: boolean
}

export type EmbedRequest = {
  embedder: Embedder
  /** Absolute path of the image; of the folder for a text. */
  path: string
  /** The owner's name for the file. */
  name: string
} & ({ kind: 'image' } | { kind: 'text'; text: string })

export interface Embedding {
  /** Components from -127 to 127, of which the largest has this size; their number depends on the model. */
  vector: number[]
}
