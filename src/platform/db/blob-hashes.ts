/** The hashes of all blobs that rows name, in SQLite and PostgreSQL. */
export const BLOB_HASHES = `select file_sha256 as sha256 from models
  union select file_sha256 from deployments where status <> 'terminated'
  union select sha256 from images
  union select sha256 from export_images
  union select archive_sha256 from dataset_exports where archive_sha256 is not null
  union select sha256 from uploads where sha256 is not null`
