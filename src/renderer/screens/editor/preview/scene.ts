/**
 * The scene for the thumbnails on blocks: pixels of the previewed frame and its results, always of the same time.
 * Pixels are taken from the image displayed by the preview, so that nothing is decoded twice.
 */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ShownImage } from '../../../parts/studio/media-frame/media-frame.tsx'
import type { Answer, PreviewState } from './preview-controller.ts'
import { indexAt, rateOf } from './source-images.ts'

export interface Scene {
  /** Null when the browser can't display the source. */
  pixels: CanvasImageSource | null
  answer: Answer
  /** Index of the frame in the answer. */
  frame: number
}

export interface Scenes {
  readonly store: StoreApi<{ readonly scene: Scene | null }>
  /** Offers the image on the screen; `index` identifies it in a data set, whose times all begin at 0. */
  offer(image: ShownImage, index: number | null): void
  /** Pixels are taken only while there are subscribers; returns an unsubscribe function. */
  watch(): () => void
  stop(): void
}

export type TakePixels = (element: NonNullable<ShownImage['element']>) => Promise<CanvasImageSource | null>

type Offered = ShownImage & { index: number | null }

/** Enough for a block at twice its size, and for crops of it. */
const WIDTH = 640

export function createScenes(previews: StoreApi<PreviewState>, take: TakePixels = smaller): Scenes {
  const store = createStore<{ readonly scene: Scene | null }>()(() => ({ scene: null }))
  let offered: Offered | null = null
  let taken: { of: Offered; pixels: CanvasImageSource | null } | null = null
  let watchers = 0
  let taking = false

  function join(): void {
    const { answer, frame } = previews.getState()
    if (!answer) store.setState({ scene: null })
    const timeS = answer?.preview.frames[frame]?.time_s
    if (!answer || !taken || timeS === undefined) return
    const { of, pixels } = taken
    if (of.index !== null && of.index !== indexAt(answer.atS, rateOf(answer.graph))) return
    // Blocks keep the last matching pair until both agree: boxes are never drawn over another time's image.
    if (of.timeS !== null && Math.abs(of.timeS - timeS) >= of.lastsS / 2) return
    const { scene } = store.getState()
    if (scene?.pixels === pixels && scene.answer === answer && scene.frame === frame) return
    store.setState({ scene: { pixels, answer, frame } })
  }

  async function keep(): Promise<void> {
    if (taking || watchers === 0 || !offered || taken?.of === offered) return
    taking = true
    const of = offered
    const pixels = of.element ? await take(of.element).catch(() => null) : null
    taking = false
    taken = { of, pixels }
    join()
    await keep()
  }

  const unsubscribe = previews.subscribe((next, before) => {
    if (next.answer !== before.answer || next.frame !== before.frame) join()
  })
  return {
    store,
    offer(image, index) {
      offered = { ...image, index }
      void keep()
    },
    watch() {
      watchers++
      void keep()
      return () => {
        watchers--
      }
    },
    stop() {
      watchers = 0
      unsubscribe()
    },
  }
}

async function smaller(element: NonNullable<ShownImage['element']>): Promise<CanvasImageSource | null> {
  const { width, height } =
    element instanceof HTMLVideoElement
      ? { width: element.videoWidth, height: element.videoHeight }
      : { width: element.naturalWidth, height: element.naturalHeight }
  if (!element.isConnected || width === 0 || height === 0) return null
  const resizeWidth = Math.min(WIDTH, width)
  const resizeHeight = Math.max(1, Math.round((height * resizeWidth) / width))
  return createImageBitmap(element, { resizeWidth, resizeHeight, resizeQuality: 'medium' })
}
