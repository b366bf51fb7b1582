/** Image files for a page without a browser's decoder: records the requests, and fails those without a file. */
import { vi } from 'vitest'

/** Call it in a test; `vi.unstubAllGlobals` reverts it. Returns the requested addresses in order. */
export function stubImages(isThere: (url: string) => boolean = () => true): string[] {
  const asked: string[] = []
  class FakeImage {
    src = ''
    naturalWidth = 1280
    naturalHeight = 720
    async decode() {
      asked.push(this.src)
      if (!isThere(this.src)) throw new Error('gone')
    }
  }
  vi.stubGlobal('Image', FakeImage)
  return asked
}

/** The fetched record of a run on images of a data set. */
export const imageRecords = (count: number): string =>
  [
    { record: 'header', source: { width: 1280, height: 720 } },
    ...Array.from({ length: count }, (_, i) => {
      return { record: 'frame', frame_index: i, time_s: i, image: `${i}.png`, image_id: `image-${i}`, detections: [] }
    }),
  ]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('')
