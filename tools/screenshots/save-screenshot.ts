/** Writes screenshots as WebP, and leaves a committed one alone while it shows the same. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createCanvas, loadImage } from '@napi-rs/canvas'

/** On a scale of 100; text stays sharp. */
const QUALITY = 90
/** Beyond the noise of lossy compression, in a colour channel of 0 to 255. */
const CHANGED_BY = 48
/** Share of pixels; clocks, dates and a moved pointer change fewer. */
const CHANGED_SHARE = 0.002

/** @returns whether the file was written */
export async function saveScreenshot(path: string, png: Buffer): Promise<boolean> {
  const next = await pixelsOf(png)
  const kept = existsSync(path) ? await pixelsOf(readFileSync(path)) : null
  if (kept && looksSame(kept.image, next.image)) return false
  writeFileSync(path, await next.canvas.encode('webp', QUALITY))
  return true
}

async function pixelsOf(file: Buffer) {
  const source = await loadImage(file)
  const canvas = createCanvas(source.width, source.height)
  const context = canvas.getContext('2d')
  context.drawImage(source, 0, 0)
  return { canvas, image: context.getImageData(0, 0, source.width, source.height) }
}

interface Pixels {
  width: number
  height: number
  data: Uint8ClampedArray
}

/** Returns whether two screenshots differ in no more than compression noise and small details. */
export function looksSame(a: Pixels, b: Pixels): boolean {
  if (a.width !== b.width || a.height !== b.height) return false
  let changed = 0
  for (let i = 0; i < a.data.length; i += 4) {
    const by = Math.max(...[0, 1, 2].map((c) => Math.abs((a.data[i + c] as number) - (b.data[i + c] as number))))
    if (by > CHANGED_BY) changed++
  }
  return changed <= CHANGED_SHARE * a.width * a.height
}
