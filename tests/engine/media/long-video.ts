/** A video that takes seconds to read and a moment to write: one second of a raw stream, repeated. */
import { readFileSync, writeFileSync } from 'node:fs'
import type { Size } from '../../../src/shared/domain/geometry.ts'
import { makeVideo, steady } from './make-video.ts'

const FPS = 25

export async function makeLongVideo(path: string, size: Size, seconds: number): Promise<void> {
  await makeVideo({ path, ...size, ticks: steady(FPS, FPS), format: 'h264' })
  const second = readFileSync(path)
  // Raw streams can be concatenated.
  writeFileSync(path, Buffer.concat(Array.from({ length: seconds }, () => second)))
}
