/** Requests live images of a run from an engine child: concurrent requests share one image. */
import type { RunPicture } from '../../shared/domain/run.ts'

export interface Looks {
  ask(): Promise<RunPicture | null>
  answer(picture: RunPicture | null): void
  /** Called when the child has exited. */
  close(): void
}

/** A run whose next frame takes longer has nothing new to display. */
const PATIENCE_MS = 10_000

export function createLooks(send: () => void): Looks {
  let asked: { picture: Promise<RunPicture | null>; answer(picture: RunPicture | null): void } | null = null
  let closed = false
  return {
    ask() {
      if (closed) return Promise.resolve(null)
      if (asked) return asked.picture
      let answer: (picture: RunPicture | null) => void = () => undefined
      const picture = new Promise<RunPicture | null>((resolve) => {
        const patience = setTimeout(() => answer(null), PATIENCE_MS)
        patience.unref()
        answer = (given) => {
          clearTimeout(patience)
          asked = null
          resolve(given)
        }
      })
      asked = { picture, answer }
      send()
      return picture
    },
    answer: (picture) => asked?.answer(picture),
    close() {
      closed = true
      asked?.answer(null)
    },
  }
}
