/** Adds image files to a data set, a few at a time. */
import { Value } from 'typebox/value'
import { StoredUpload } from '../../../../../shared/bridge/studio.ts'
import { isImageName } from '../../../../../shared/domain/still-formats.ts'
import type { Host } from '../../../../base/host/host-context.ts'
import { errorText } from '../../../../base/ui/error-text.ts'
import type { PlacedFile } from '../../../../parts/studio/upload/dropped-files.ts'
import { sendFile } from '../../../../parts/studio/upload/send-file.ts'
import { texts } from '../../../../texts/texts.ts'

export type ImageFile = PlacedFile

/** Image files among those that are picked or dropped. */
export const isImageFile = ({ name }: File): boolean => isImageName(name) && !name.startsWith('.')

const AT_ONCE = 3

export interface FailedFile {
  file: ImageFile
  reason: string
}

export interface AddedFiles {
  added: number
  failed: FailedFile[]
  /** Files that were not added, since the user stopped. */
  left: ImageFile[]
}

interface AddOptions {
  datasetId: string
  /** Receives the bytes and the files that are done. */
  onProgress(bytes: number, files: number): void
  signal: AbortSignal
}

/** A file that fails does not stop the others. Resolves when all are done, or those in progress after a stop. */
export async function addFiles(host: Host, files: readonly ImageFile[], options: AddOptions): Promise<AddedFiles> {
  const { datasetId, onProgress, signal } = options
  const result: AddedFiles = { added: 0, failed: [], left: [] }
  const isDone = new Set<ImageFile>()
  const sent = new Map<ImageFile, number>()
  const show = () => {
    let bytes = 0
    for (const some of sent.values()) bytes += some
    onProgress(doneBytes + bytes, isDone.size)
  }
  let doneBytes = 0
  const addOne = async (one: ImageFile) => {
    const { file, directory } = one
    const answer = await sendFile(host.info.upload_url, file, {
      purpose: 'image',
      signal,
      onProgress: (bytes) => {
        sent.set(one, bytes)
        show()
      },
    })
    if (answer === null) return false
    if (!Value.Check(StoredUpload, answer)) throw new Error(texts.blocks.addImages.notTaken(file.name))
    await host.api('images.import', { body: { dataset: datasetId, gcs_uri: answer.uri, directory_path: directory } })
    return true
  }
  const queue = files.values()
  const work = async () => {
    for (const one of queue) {
      if (signal.aborted) return
      try {
        if (!(await addOne(one))) return
        result.added++
      } catch (error) {
        result.failed.push({ file: one, reason: errorText(error) })
      }
      isDone.add(one)
      sent.delete(one)
      doneBytes += one.file.size
      show()
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  result.left = files.filter((one) => !isDone.has(one))
  return result
}
