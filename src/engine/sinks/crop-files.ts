/** Writes crops as JPEG files to the output folder, one per crop. */
import { writeFile } from 'node:fs/promises'
import type { Box } from '../../shared/domain/geometry.ts'
import { outputFailure } from '../core/run-failure.ts'
import type { Frame } from '../media/frame.ts'
import { encodeJpeg } from '../media/jpeg-writer.ts'
import type { OutputFolder } from '../output/output-folder.ts'

/** Number of files that a resumed run has already stored. */
export interface CropFilesState {
  names: string[]
  leftOut: number
}

export interface CropFiles {
  readonly kept: number
  /** Number of crops beyond the limit. */
  readonly leftOut: number
  /** Raises `output_unwritable` or `disk_full`. */
  write(frame: Frame, box: Box): Promise<void>
  save(): CropFilesState
}

/** Files are named `<block>-crop-<frame index>-<number in the frame>.jpg`. */
export function createCropFiles(
  nodeId: string,
  output: OutputFolder,
  limit: number,
  saved: CropFilesState | null = null,
): CropFiles {
  const names: string[] = []
  const keep = (name: string) => {
    names.push(name)
    output.add({ name, kind: 'crops', nodeId, mediaType: 'image/jpeg', records: null })
  }
  for (const name of saved?.names ?? []) keep(output.claim(name).name)
  let kept = names.length
  let leftOut = saved?.leftOut ?? 0
  let latest = { index: -1, crops: 0 }
  return {
    get kept() {
      return kept
    },
    get leftOut() {
      return leftOut
    },
    async write({ index, image }, box) {
      if (kept >= limit) {
        leftOut++
        return
      }
      kept++
      if (latest.index !== index) latest = { index, crops: 0 }
      latest.crops++
      const base = `${nodeId}-crop-${String(index).padStart(6, '0')}-${latest.crops}`
      const { name, path } = output.reserve(base, '.jpg')
      const bytes = await encodeJpeg(image, box)
      try {
        // A resumed run overwrites images that it stored after its checkpoint.
        await writeFile(path, bytes)
      } catch (error) {
        throw outputFailure(error, name) ?? error
      }
      keep(name)
    },
    save: () => ({ names: [...names], leftOut }),
  }
}
