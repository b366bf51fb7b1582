/**
 * Makes tests/fixtures/torture: short clips of every kind of timing, shape and coding that videos have, with the frames
 * that must be displayed in each and their times. Needs the commands ffmpeg and ffprobe (made with 5.1).
 */
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { drawPicture, HEIGHT, readNumber, WIDTH } from './picture.mjs'

/**
 * @typedef {object} Encoding
 * @property {number} [count]
 * @property {number} [from] the number of the first frame
 * @property {number | string} [fps]
 * @property {number} [sound] seconds
 * @property {readonly string[]} [soundCodec]
 * @property {string} [filter]
 * @property {readonly string[]} [more] further options of ffmpeg
 */
/** @typedef {{ beepS?: number, square?: boolean, undecodable?: number }} Description */

const target = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..', 'tests', 'fixtures', 'torture')
const work = mkdtempSync(join(tmpdir(), 'torture-'))
/** @param {string} name */
const at = (name) => join(work, name)

/**
 * The short extension belongs to another language.
 * @param {string} name
 */
const formatOf = (name) => (name.endsWith('.mpegts') ? ['-f', 'mpegts'] : [])

/**
 * @param {readonly string[]} args
 * @param {Buffer} [input]
 */
const ffmpeg = (args, input) =>
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-bitexact', ...args], { input, maxBuffer: 1 << 28 })

const FPS = 25
/** Audio is silent up to the start of this frame. */
const BEEP_FRAME = 10
const BEEP_S = BEEP_FRAME / FPS

/** @param {number} count */
const frames = (count, from = 0) => Buffer.concat(Array.from({ length: count }, (_, i) => drawPicture(from + i)))

/**
 * Encodes `count` frames; `sound` seconds of audio with a beep from 0.4 s on.
 * @param {string} name
 * @param {readonly string[]} codec
 * @param {Encoding} [encoding]
 */
function encode(
  name,
  codec,
  { count = 24, from = 0, fps = FPS, sound = 0, soundCodec = ['aac'], filter, more = [] } = {},
) {
  const beep = `aevalsrc='if(gte(t,${BEEP_S}),0.5*sin(2*PI*1000*t),0)':s=48000:d=${sound}`
  const input = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${WIDTH}x${HEIGHT}`, '-r', String(fps), '-i', '-']
  ffmpeg(
    [
      ...input,
      ...(sound > 0 ? ['-f', 'lavfi', '-i', beep, '-c:a', ...soundCodec] : []),
      ...(filter ? ['-vf', filter] : []),
      '-flags:v',
      '+bitexact',
      '-fps_mode',
      'passthrough',
      '-c:v',
      ...codec,
      ...more,
      ...formatOf(name),
      at(name),
    ],
    frames(count, from),
  )
}

const X264 = ['libx264', '-preset', 'medium', '-crf', '20', '-pix_fmt', 'yuv420p']
const NO_B = [...X264, '-bf', '0']
const B = [...X264, '-bf', '3', '-x264-params', 'b-adapt=0:keyint=12:scenecut=0']
const OPEN_GOP = [...X264, '-bf', '3', '-x264-params', 'b-adapt=0:keyint=12:min-keyint=12:scenecut=0:open-gop=1']
const VP9 = ['libvpx-vp9', '-pix_fmt', 'yuv420p', '-b:v', '300k', '-g', '12']

/**
 * @param {string} name
 * @param {string} filter
 * @param {number} degrees
 */
const turned = (name, filter, degrees) => {
  encode(`before-${name}`, NO_B, { filter })
  ffmpeg(['-i', at(`before-${name}`), '-c', 'copy', '-metadata:s:v:0', `rotate=${degrees}`, at(name)])
}

/**
 * Each function makes a file of its name; the result is stored with the description of the file.
 * @type {Readonly<Record<string, (name: string) => Description | void>>}
 */
const CLIPS = {
  'constant.mp4': (n) => encode(n, NO_B, { sound: 0.96 }),
  'varying-rate.mp4': (n) =>
    encode(n, B, {
      filter: "setpts='(N*40+if(mod(N,3),17,0)+if(gte(N,12),400,0))/1000/TB'",
      more: ['-enc_time_base', '1/1000', '-video_track_timescale', '1000'],
    }),
  'b-frames.mp4': (n) => encode(n, B, { sound: 0.96 }),
  'open-gop.mp4': (n) => encode(n, OPEN_GOP),
  'edit-list.mp4': (n) => {
    encode('whole.mp4', B, { count: 40, sound: 1.6 })
    ffmpeg(['-ss', '0.2', '-i', at('whole.mp4'), '-c', 'copy', at(n)])
    return { beepS: BEEP_S - 0.2 }
  },
  'empty-edit.mp4': (n) => {
    encode('late-picture.mp4', B, { sound: 1.2 })
    ffmpeg([
      '-itsoffset',
      '0.3',
      '-i',
      at('late-picture.mp4'),
      '-i',
      at('late-picture.mp4'),
      '-map',
      '0:v',
      '-map',
      '1:a',
      '-c',
      'copy',
      at(n),
    ])
    return { beepS: BEEP_S - 0.3 }
  },
  'turned-90.mp4': (n) => turned(n, 'transpose=clock', 90),
  'turned-180.mp4': (n) => turned(n, 'hflip,vflip', 180),
  'turned-270.mp4': (n) => turned(n, 'transpose=cclock', 270),
  'late-start.mkv': (n) => encode(n, B, { sound: 0.96, more: ['-output_ts_offset', '5'] }),
  'late-start.mpegts': (n) => encode(n, B, { sound: 0.96 }),
  'open-start.mpegts': (n) => {
    encode('open.mpegts', OPEN_GOP, { count: 36 })
    // From its second key frame on: the frames that lead it in refer to frames that are cut off.
    ffmpeg(['-ss', '0.48', '-i', at('open.mpegts'), '-c', 'copy', ...formatOf(n), at(n)])
    return { undecodable: 3 }
  },
  'clock-wraps.mpegts': (n) => encode(n, B, { more: ['-output_ts_offset', '95441.8'] }),
  'huge-times.mkv': (n) => encode(n, NO_B, { more: ['-output_ts_offset', '360000'] }),
  'hevc-10-bit.mp4': (n) =>
    encode(n, [
      'libx265',
      '-pix_fmt',
      'yuv420p10le',
      '-crf',
      '20',
      '-x265-params',
      'log-level=none:bframes=3:keyint=12',
      '-tag:v',
      'hvc1',
    ]),
  'av1.mp4': (n) => encode(n, ['libaom-av1', '-cpu-used', '6', '-crf', '25', '-b:v', '0', '-pix_fmt', 'yuv420p']),
  'vp9-hidden-frames.webm': (n) =>
    encode(n, [...VP9, '-auto-alt-ref', '1', '-lag-in-frames', '16'], {
      count: 40,
      sound: 0.96,
      soundCodec: ['libopus'],
    }),
  'vp8.webm': (n) => encode(n, ['libvpx', '-b:v', '300k', '-auto-alt-ref', '1', '-lag-in-frames', '10']),
  'odd-size.webm': (n) => encode(n, VP9, { filter: 'scale=161:97' }),
  'no-duration.webm': (n) => {
    encode('with-duration.webm', VP9, {})
    // A pipe can't be sought: length and index are left out, and so must be the tag that was copied with the stream.
    const pipe = ['-map_metadata', '-1', '-map_metadata:s:v', '-1', '-c', 'copy', '-live', '1', '-f', 'webm', '-']
    writeFileSync(at(n), ffmpeg(['-i', at('with-duration.webm'), ...pipe]))
  },
  'raw.h264': (n) => encode(n, B),
  'mpeg4-part-2.avi': (n) => encode(n, ['mpeg4', '-q:v', '3', '-bf', '2']),
  'mpeg4-part-2.mp4': (n) => encode(n, ['mpeg4', '-q:v', '3', '-bf', '2']),
  'motion-jpeg.avi': (n) =>
    encode(n, ['mjpeg', '-q:v', '4', '-pix_fmt', 'yuvj420p'], {
      sound: 0.96,
      soundCodec: ['pcm_s16le', '-ac', '1', '-ar', '16000'],
    }),
  'interlaced-mpeg2.mpegts': (n) =>
    encode(n, ['mpeg2video', '-q:v', '3', '-flags', '+ildct+ilme', '-top', '1', '-bf', '2']),
  'interlaced-h264.mp4': (n) =>
    encode(n, [...X264, '-flags', '+ildct+ilme', '-x264-params', 'tff=1'], { filter: 'setfield=tff' }),
  'yuv444.mp4': (n) => encode(n, ['libx264', '-pix_fmt', 'yuv444p', '-crf', '20']),
  'yuv422-10-bit.mov': (n) => encode(n, ['libx264', '-pix_fmt', 'yuv422p10le', '-crf', '20']),
  'full-range.mp4': (n) => encode(n, ['libx264', '-pix_fmt', 'yuvj420p', '-crf', '20']),
  'grey.mp4': (n) => {
    encode(n, ['libx264', '-pix_fmt', 'gray', '-crf', '20'])
    return { square: false }
  },
  'wide-pixels.mp4': (n) => encode(n, X264, { filter: 'scale=120:96,setsar=4/3' }),
  'tall-pixels.mpegts': (n) => encode(n, X264, { filter: 'scale=160:72,setsar=3/4' }),
  'ntsc.mp4': (n) => encode(n, X264, { fps: '30000/1001' }),
  'one-frame.mp4': (n) => encode(n, X264, { count: 1 }),
  'sound-goes-on.mp4': (n) => encode(n, X264, { sound: 1.9 }),
  'size-changes.mpegts': (n) => {
    encode('small.mpegts', NO_B, { count: 12 })
    encode('large.mpegts', NO_B, { count: 12, from: 12, filter: 'scale=240:144', more: ['-output_ts_offset', '0.48'] })
    writeFileSync(at(n), Buffer.concat([readFileSync(at('small.mpegts')), readFileSync(at('large.mpegts'))]))
  },
}

/**
 * Numbers of the frames that ffmpeg displays, in order.
 * @param {string} name
 */
function numbersIn(name) {
  const luma = ffmpeg([
    '-i',
    at(name),
    '-map',
    '0:v:0',
    '-fps_mode',
    'passthrough',
    '-vf',
    `scale=${WIDTH}:${HEIGHT}`,
    '-pix_fmt',
    'gray',
    '-f',
    'rawvideo',
    '-',
  ])
  const size = WIDTH * HEIGHT
  return Array.from({ length: luma.length / size }, (_, i) =>
    readNumber({ luma: luma.subarray(i * size), width: WIDTH, height: HEIGHT, stride: WIDTH }),
  )
}

/**
 * Times of the frames that ffprobe lists, from the first on, in seconds.
 * @param {string} name
 */
function timesIn(name) {
  const args = [
    '-v',
    'error',
    '-select_streams',
    'v:0',
    '-show_frames',
    '-show_entries',
    'frame=best_effort_timestamp_time',
    '-of',
    'json',
  ]
  /** @type {{ best_effort_timestamp_time?: string }[]} */
  const listed = JSON.parse(execFileSync('ffprobe', [...args, at(name)], { encoding: 'utf8' })).frames
  const times = listed.map((f) =>
    f.best_effort_timestamp_time === undefined ? null : Number(f.best_effort_timestamp_time),
  )
  // Raw streams and old AVI files contain no times: their frames follow each other at their rate.
  const first = times[0] ?? 0
  return times.map((t, i) => (t === null ? i / FPS : Math.round((t - first) * 1e6) / 1e6))
}

mkdirSync(target, { recursive: true })
const clips = []
let bytes = 0
try {
  for (const [name, make] of Object.entries(CLIPS)) {
    const { beepS = BEEP_S, square = true, undecodable = 0 } = make(name) ?? {}
    const numbers = numbersIn(name)
    const times = timesIn(name)
    const [first] = numbers
    if (typeof first !== 'number' || times.length !== numbers.length || numbers.some((n, i) => n !== first + i)) {
      throw new Error(`${name}: ffmpeg shows ${numbers} at ${times}`)
    }
    const probe = execFileSync(
      'ffprobe',
      ['-v', 'error', '-show_entries', 'stream=codec_type', '-of', 'csv=p=0', at(name)],
      { encoding: 'utf8' },
    )
    clips.push({
      name,
      numbers,
      times,
      beep_s: probe.includes('audio') ? Math.round(beepS * 1e6) / 1e6 : null,
      undecodable,
      square,
    })
    copyFileSync(at(name), join(target, name))
    bytes += statSync(at(name)).size
    console.log(
      `${name}: ${numbers.length} frames ${numbers[0]}..${numbers.at(-1)}, ${times.length} times to ${times.at(-1)} s, ${statSync(at(name)).size} B`,
    )
  }
  writeFileSync(join(target, 'clips.json'), `${JSON.stringify(clips, null, 1)}\n`)
  console.log(`${clips.length} clips, ${bytes} B`)
} finally {
  rmSync(work, { recursive: true, force: true })
}
