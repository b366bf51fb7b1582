/** Image files for a page without a browser's decoder: which were asked for, and which are there. */
import { vi } from 'vitest'

/** To be called in a test; `vi.unstubAllGlobals` takes it back. Answers the addresses, in the order of asking. */
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

/** The record of a run on images of a data set, as it is fetched. */
export const imageRecords = (count: number): string =>
  [
    { record: 'header', source: { width: 1280, height: 720 } },
    ...Array.from({ length: count }, (_, i) => {
      return { record: 'frame', frame_index: i, time_s: i, image: `${i}.png`, image_id: `image-${i}`, detections: [] }
    }),
  ]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('')
