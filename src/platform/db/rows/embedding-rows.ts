/** Rows of the vectors that an installed model has made of images. */

export interface ImageEmbeddingRow {
  image_id: string
  dataset_id: string
  /** The hash of the model's files. */
  model: string
  /** The first 16 digits of the SHA-256 of the image: its key in the index. */
  content_key: string
  /** Base64 of its bytes; null when the image could not be read. */
  vector: string | null
  /** Rises in the order in which images of the data set were completed. */
  made_id: string
}

/** One row for each data set with a job that waits or runs. */
export interface EmbeddingJobRow {
  dataset_id: string
  job_id: string
}

export interface EmbeddingTables {
  image_embeddings: ImageEmbeddingRow
  embedding_jobs: EmbeddingJobRow
}
