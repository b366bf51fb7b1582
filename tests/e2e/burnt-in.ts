/** Clips with burnt-in frame numbers, and reading those off the screen. */
import type { Page } from '@playwright/test'
import { createVideoWriter } from '../../src/engine/media/video-writer.ts'
import { drawPicture, HEIGHT, readNumber, WIDTH } from '../../tools/torture/clips/picture.mjs'
import { plainFrame, type Square } from '../engine/support/test-frames.ts'

export interface Seen {
  /** The number read from the frame on the screen. */
  burnt: number | null
  /** The frame number of the overlay. */
  frame: number
}

/** Rows of the frame that contain the number. */
const CODE = { from: 4, to: 20 }

/** Reads the player's frame and its overlay. Only one row of pixels is read, because tests poll many times a second. */
export async function onScreen(page: Page): Promise<Seen> {
  const { frame, row } = await page.evaluate(
    ([width, height, y]) => {
      const overlay = document.querySelector('[data-testid=overlay]') as HTMLCanvasElement
      const picture = overlay.parentElement?.querySelector('video, [role=img]') as HTMLVideoElement | HTMLCanvasElement
      const context = new OffscreenCanvas(width, height).getContext('2d') as OffscreenCanvasRenderingContext2D
      context.drawImage(picture, 0, 0, width, height)
      const { data } = context.getImageData(0, y, width, 1)
      const row = Array.from({ length: width }, (_, i) => data[4 * i + 1] ?? 0)
      return { frame: Number.parseInt(overlay.dataset.frame ?? '', 10), row }
    },
    [WIDTH, HEIGHT, (CODE.from + CODE.to) / 2] as const,
  )
  return { burnt: readNumber({ luma: Uint8Array.from(row), width: WIDTH, height: 1, stride: WIDTH }), frame }
}

/** Resolves when the video is paused and its frame has been drawn. */
export const atRest = (page: Page): Promise<void> =>
  page.locator('video').evaluate(async (video: HTMLVideoElement) => {
    if (video.seeking) await new Promise((resolve) => video.addEventListener('seeked', resolve, { once: true }))
    for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame)
  })

const LUMA = new Map([
  [255, 235],
  [0, 16],
])

/** Writes an mp4 of up to 64 numbered frames with coloured squares below the number, which `colours-v8` detects. */
export async function writeNumbered(
  path: string,
  frames: number,
  fps: number,
  squares: (index: number) => readonly Square[],
): Promise<string> {
  const writer = await createVideoWriter(path, { width: WIDTH, height: HEIGHT, quality: 'high', fps })
  for (let i = 0; i < frames; i++) {
    const frame = plainFrame(i, i / fps, squares(i))
    const rgb = drawPicture(i)
    for (let at = CODE.from * WIDTH; at < CODE.to * WIDTH; at++) {
      const luma = LUMA.get(rgb[3 * at] as number)
      if (luma !== undefined) frame.image.y[at] = luma
    }
    await writer.write(frame)
  }
  await writer.finish()
  return path
}
