/** The videos for measurements: the bundled street scene, scaled and extended by the ffmpeg command. */
import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { ffmpeg, inRoot } from './child.ts'

export const DEMO = inRoot('resources/demo/street-crossing.mp4')
export const DETECTOR = inRoot('resources/models/street-detector.onnx')
const folder = inRoot('.cache/bench')

/** Creates a file once; a file whose creation was interrupted is created again. */
async function made(name: string, args: (into: string) => string[]): Promise<string> {
  const path = `${folder}/${name}`
  if (!existsSync(path)) {
    mkdirSync(folder, { recursive: true })
    const into = `${folder}/making-${name}`
    await ffmpeg(...args(into))
    renameSync(into, path)
  }
  return path
}

const scaled = (name: string, size: string) =>
  made(name, (into) => {
    const encoder = ['-c:v', 'libx264', '-preset', 'medium', '-crf', '20', '-pix_fmt', 'yuv420p']
    return ['-i', DEMO, '-vf', `scale=${size}:flags=bicubic`, ...encoder, '-an', into]
  })

/** 1920x1080, 27 s. */
export const fullHd = () => scaled('street-1080p.mp4', '1920:1080')
/** 1920x1080, 5 s, 10 bits of BT.2020. The transfer is only stated: the pictures are the same. */
const tenBit = (name: string, transfer: string) =>
  made(name, (into) => {
    const tags = `setparams=color_primaries=bt2020:colorspace=bt2020nc:color_trc=${transfer}`
    const encoder = ['-c:v', 'libx265', '-preset', 'ultrafast', '-crf', '22', '-x265-params', 'log-level=none']
    const filter = `scale=1920:1080:flags=bicubic,format=yuv420p10le,${tags}`
    return ['-i', DEMO, '-t', '5', '-vf', filter, ...encoder, '-an', into]
  })
export const hlg = () => tenBit('street-hlg.mp4', 'arib-std-b67')
export const tenBitSdr = () => tenBit('street-10-bit.mp4', 'bt2020-10')
/** 3840x2160, 27 s. */
export const fourK = () => scaled('street-2160p.mp4', '3840:2160')

/** 1920x1080, `seconds` long, repeating the scene. */
export async function longFullHd(seconds: number): Promise<string> {
  const once = await fullHd()
  return made(`street-1080p-${seconds}s.mp4`, (into) => [
    ...['-stream_loop', '-1', '-i', once, '-t', String(seconds), '-c', 'copy', into],
  ])
}

/** The bundled scene, repeated for `seconds`. */
export const longDemo = (seconds: number): Promise<string> =>
  made(`street-${seconds}s.mp4`, (into) => [
    ...['-stream_loop', '-1', '-i', DEMO, '-t', String(seconds), '-c', 'copy', into],
  ])
