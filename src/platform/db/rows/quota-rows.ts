/** What organizations store beside the images of their data sets. */

/** `uploads`: without those that became an image or a model. `runs`: the files of ended runs. */
export type StoredKind = 'uploads' | 'models' | 'exports' | 'runs'

export interface StoredBytesRow {
  organization_id: string
  kind: StoredKind
  bytes: number
}
