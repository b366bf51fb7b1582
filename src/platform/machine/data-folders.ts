/** The folders and files of the platform in its data folder. */
import { join } from 'node:path'
import { EMBEDDER_FOLDER, SAM3_FOLDER, SEGMENTER_FOLDER } from '../../shared/domain/installed-models.ts'

export interface DataFolders {
  /** The data folder itself. */
  data: string
  database: string
  /** Emptied at each start; on the file system of the others, so that a file can be moved out of it. */
  tmp: string
  /** Cached detections and tracks. */
  cache: string
  blobs: string
  /** Blobs that nothing names, for some time before they are removed. */
  quarantine: string
  /** Thumbnails of images, which can be made again. */
  thumbnails: string
  /** Indexes of descriptors, which can be made again. */
  vectors: string
  runs: string
  /** Records of webhook sinks. */
  outbox: string
  secrets: string
  /** Devices and measurements that the engine remembers for `auto`. */
  deviceChecks: string
  /** SAM 3, once it is installed. */
  sam3: string
  /** SAM, SAM 2 or MobileSAM, once it is installed. */
  segmenter: string
  /** A model that embeds images, once it is installed. */
  embedder: string
  /** Indexes of the vectors of that model. */
  embeddingVectors: string
}

export const dataFolders = (data: string): DataFolders => ({
  data,
  database: join(data, 'sightline.db'),
  tmp: join(data, 'tmp'),
  cache: join(data, 'cache'),
  blobs: join(data, 'blobs'),
  quarantine: join(data, 'quarantine'),
  thumbnails: join(data, 'thumbnails'),
  vectors: join(data, 'vectors'),
  runs: join(data, 'runs'),
  outbox: join(data, 'outbox'),
  secrets: join(data, 'secrets'),
  deviceChecks: join(data, 'device-checks.json'),
  sam3: join(data, SAM3_FOLDER),
  segmenter: join(data, SEGMENTER_FOLDER),
  embedder: join(data, EMBEDDER_FOLDER),
  embeddingVectors: join(data, 'embedding-vectors'),
})
