/** Imports images from the user's disk into a data set, one at a time. */

import type { Host } from '../../../../base/host/host-context.ts'
import { uploadSource } from '../../../../parts/studio/upload/upload.ts'
import { texts } from '../../../../texts/texts.ts'

export interface Added {
  added: number
  /** One sentence for each rejected image. */
  refused: string[]
}

/** `onProgress` receives the number of images done. A rejected image does not stop the rest. */
export async function addImages(
  host: Host,
  dataset: string,
  files: readonly File[],
  onProgress: (done: number) => void,
): Promise<Added> {
  const result: Added = { added: 0, refused: [] }
  for (const [i, file] of files.entries()) {
    try {
      const picked = await uploadSource(host.info.upload_url, file)
      if (!picked) break
      await host.api('images.import', { body: { dataset, gcs_uri: picked.uri, directory_path: folderOf(file) } })
      result.added++
    } catch (error) {
      result.refused.push(error instanceof Error ? error.message : texts.blocks.addImages.notTaken(file.name))
    }
    onProgress(i + 1)
  }
  return result
}

/** Returns the folders that contained the file, for a file picked with its folder. */
const folderOf = ({ webkitRelativePath }: File): string => `/${webkitRelativePath.split('/').slice(0, -1).join('/')}`
