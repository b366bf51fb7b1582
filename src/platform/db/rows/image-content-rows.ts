/** Rows of what is derived from images, and of scans for near-duplicates. */
type Json = string
type Time = string

/** What was derived from the bytes of a hash, or why nothing could be. */
export interface ImageContentRow {
  /** Hex SHA-256 of the image file. */
  sha256: string
  /** Name and version of the descriptor. */
  model: string
  /** Base64 of its bytes; null when the image could not be read. */
  descriptor: string | null
  /** 16 hexadecimal digits. */
  phash: string | null
  /** `AutoTags` */
  tags: Json | null
  /** `Said`; null when the image could be read. */
  failure: Json | null
  made_at: Time
}

/** One row for each image, inserted with it. */
export interface ImageDerivationRow {
  image_id: string
  organization_id: string
  dataset_id: string
  /** The first 16 digits of the SHA-256: its key in the index of descriptors. */
  content_key: string
  state: 'pending' | 'made' | 'failed'
  /** Rises in the order in which images of the data set were completed; null while pending. */
  made_id: string | null
}

export interface ImageTagRow {
  image_id: string
  /** Category and name, such as `attributes:dark`. */
  tag: string
  organization_id: string
  dataset_id: string
}

/** One row while a job derives images of the data set, or waits to. */
export interface DerivationJobRow {
  dataset_id: string
  /** Number of images that arrived meanwhile. */
  images: number
}

export interface NearDuplicateScanRow {
  /** Also that of its job. */
  id: string
  organization_id: string
  dataset_id: string
  /** Least cosine similarity. */
  threshold: number
  status: 'pending' | 'completed' | 'failed' | 'cancelled'
  scanned_images: number
  group_count: number
  /** Images of all groups, less one of each. */
  duplicate_count: number
  error: string | null
  error_text: Json | null
  created_at: Time
  completed_at: Time | null
}

/** An image of a group. */
export interface NearDuplicateRow {
  scan_id: string
  /** From 0, the largest group first. */
  group_number: number
  image_id: string
  /** To the most similar image of its group. */
  similarity: number
}

export interface ImageContentTables {
  image_contents: ImageContentRow
  image_derivations: ImageDerivationRow
  image_tags: ImageTagRow
  derivation_jobs: DerivationJobRow
  near_duplicate_scans: NearDuplicateScanRow
  near_duplicates: NearDuplicateRow
}
