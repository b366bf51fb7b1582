/**
 * The images of a JPEG file, by its markers (ITU-T T.81, annex B). Files of cameras hold more than one: a second view
 * or a gain map that an index names (CIPA DC-007), or a video behind the photo; and streams of video are such images in
 * a row.
 */
import { ByteWindow } from './byte-window.ts'

interface JpegImage {
  width: number
  height: number
  /** Position behind its end marker. */
  end: number
  /** True when it has an index of the images of its file. */
  hasIndex: boolean
}

const [SOI, EOI, SOS, APP2] = [0xd8, 0xd9, 0xda, 0xe2]
const INDEX = 'MPF\0'
/** So many images in a row, of one size and without an index, are a video. */
const FEWEST_OF_VIDEO = 3

export interface JpegFile {
  /** True when no end marker follows the first image: decoders fill the missing part with grey without an error. */
  isCut: boolean
  /** True for a stream of video without a container. */
  isVideo: boolean
}

export const jpegFileAt = (path: string): Promise<JpegFile> =>
  ByteWindow.over(path, async (bytes) => {
    const first = await jpegAt(bytes, 0)
    return { isCut: first === null, isVideo: first !== null && (await beginsVideo(bytes, first)) }
  })

async function beginsVideo(bytes: ByteWindow, first: JpegImage): Promise<boolean> {
  if (first.hasIndex) return false
  for (let n = 1, { end } = first; n < FEWEST_OF_VIDEO; n++) {
    const next = await jpegAt(bytes, end)
    if (next?.width !== first.width || next.height !== first.height) return false
    end = next.end
  }
  return true
}

/** Null when no image begins there, or when it has no end. */
async function jpegAt(bytes: ByteWindow, start: number): Promise<JpegImage | null> {
  const head = await bytes.from(start, 3)
  if (head[0] !== 0xff || head[1] !== SOI || head[2] !== 0xff) return null
  const image: JpegImage = { width: 0, height: 0, end: 0, hasIndex: false }
  for (let at = start + 2; ; ) {
    const segment = await bytes.from(at, 12)
    const marker = segment[1]
    if (marker === undefined || (segment[0] === 0xff && marker === SOI)) return null
    // Decoders skip stray bytes between segments; bytes of 255 may stand before a marker.
    if (segment[0] !== 0xff || marker === 0xff || marker === 0) at++
    else if (marker === EOI) return { ...image, end: at + 2 }
    else {
      if (segment.length < 4) return null
      if (isFrameHeader(marker) && segment.length >= 9) {
        image.height = segment.readUInt16BE(5)
        image.width = segment.readUInt16BE(7)
      }
      if (marker === APP2) image.hasIndex ||= segment.toString('latin1', 4, 8) === INDEX
      at += 2 + segment.readUInt16BE(2)
      if (marker === SOS) at = await endOfScan(bytes, at)
    }
  }
}

const isFrameHeader = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

/** Markers that may follow a scan; other codes are damage in it, which decoders skip. */
const endsScan = (code: number): boolean =>
  code === 0xc4 || (code >= SOI && code <= 0xdd) || (code >= 0xe0 && code <= 0xef) || code === 0xfe

async function endOfScan(bytes: ByteWindow, start: number): Promise<number> {
  for (let at = start; ; ) {
    const part = await bytes.from(at, 2)
    if (part.length < 2) return at
    let found = part.indexOf(0xff)
    while (found >= 0 && found + 1 < part.length && !endsScan(part[found + 1] as number)) {
      found = part.indexOf(0xff, found + 1)
    }
    if (found >= 0 && found + 1 < part.length) return at + found
    at += found < 0 ? part.length : found
    if (found === part.length - 1 && (await bytes.from(at, 2)).length < 2) return at
  }
}
