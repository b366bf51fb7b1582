/** Pictures from the user's disk into a data set, one after another. */

import { uploadSource } from '../../editor/files/upload.ts'
import { texts } from '../../messages/texts.ts'
import type { Host } from '../../shell/host.ts'

export interface Added {
  added: number
  /** A sentence for each picture that was not taken. */
  refused: string[]
}

/** `onProgress` hears how many are done. One picture that is refused does not keep the others. */
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

/** Of a file that came with a folder, the folders in which it lay. */
const folderOf = ({ webkitRelativePath }: File): string => `/${webkitRelativePath.split('/').slice(0, -1).join('/')}`
