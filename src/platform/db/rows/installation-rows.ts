/** Settings of the installation as a whole. */

/** One row. */
export interface InstallationRow {
  id: 1
  /** The organization of the keys that the host and the command line make. */
  default_organization_id: string
  /** 1 when its blobs are in a bucket, of which the data folder has copies. */
  files_in_store: 0 | 1
}
