/** Memory of libav that JavaScript reads and writes in place, on runtimes that allow it. */
import { AV_PIX_FMT_YUV420P } from 'node-av/constants'
import { Frame as NativeFrame } from 'node-av/lib'

/** Maps views of native memory to their frame, so that the frame is not freed before them. */
const owners = new WeakMap<ArrayBufferLike, NativeFrame>()

/** Views of a frame's planes, read once: each call of `data` makes new ones. */
export function ownMemory(native: NativeFrame): Uint8Array[] {
  const planes = native.data ?? []
  for (const plane of planes) owners.set(plane.buffer, native)
  return planes
}

let shares: boolean | null = null

/**
 * Returns whether a write to a frame's planes reaches libav. Plain Node.js hands out its memory; runtimes with V8's
 * memory cage (Electron, also as Node) copy it or refuse. Determined by a write, once for each process.
 */
export function sharesMemory(): boolean {
  shares ??= probe()
  return shares
}

function probe(): boolean {
  const [from, into] = [smallFrame(), smallFrame()]
  try {
    const planes = ownMemory(from)
    if (planes.length !== 3) return false
    for (const [i, plane] of planes.entries()) plane.fill(17 + i)
    if (into.copy(from) < 0) return false
    return ownMemory(into).every((plane, i) => plane[0] === 17 + i)
  } catch {
    return false
  }
}

function smallFrame(): NativeFrame {
  const frame = new NativeFrame()
  frame.alloc()
  frame.format = AV_PIX_FMT_YUV420P
  frame.width = 64
  frame.height = 2
  frame.getBuffer()
  return frame
}
