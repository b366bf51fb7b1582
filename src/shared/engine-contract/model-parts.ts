/** A model as it was brought: an ONNX file with the files of its weights, or a ZIP archive of both. */
export interface ModelParts {
  /** Absolute path of the ONNX file or archive. */
  path: string
  /** The model’s name in messages. */
  name: string
  /** Files that came with it, by the names that they had. */
  files: readonly { name: string; path: string }[]
  /** Absolute path at which nothing is yet, in an existing folder. */
  to: string
}

export interface JoinedModel {
  /** The name of the ONNX file. */
  name: string
}
