/** Requests live images of a run from an engine child: concurrent requests share one image. */
import type { RunPicture } from '../../shared/domain/run.ts'

export interface LiveImageRequests {
  request(): Promise<RunPicture | null>
  answer(image: RunPicture | null): void
  /** Called when the child has exited. */
  close(): void
}

/** A run whose next frame takes longer has nothing new to display. */
const PATIENCE_MS = 10_000

export function createLiveImageRequests(send: () => void): LiveImageRequests {
  let pending: { image: Promise<RunPicture | null>; answer(image: RunPicture | null): void } | null = null
  let closed = false
  return {
    request() {
      if (closed) return Promise.resolve(null)
      if (pending) return pending.image
      let answer: (image: RunPicture | null) => void = () => undefined
      const image = new Promise<RunPicture | null>((resolve) => {
        const patience = setTimeout(() => answer(null), PATIENCE_MS)
        patience.unref()
        answer = (given) => {
          clearTimeout(patience)
          pending = null
          resolve(given)
        }
      })
      pending = { image, answer }
      send()
      return image
    },
    answer: (image) => pending?.answer(image),
    close() {
      closed = true
      pending?.answer(null)
    },
  }
}
