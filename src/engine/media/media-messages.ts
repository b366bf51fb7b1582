/** User-facing messages about media. Each names the file and the remedy. */

import { basename } from 'node:path'
import type { Size } from '../../shared/domain/geometry.ts'
import { MAX_PIXELS } from '../../shared/domain/pixel-limit.ts'
import { type Message, message } from '../../shared/messages/message.ts'
import { MediaError } from '../core/run-failure.ts'

/** The name of a file, as every message states it. */
const fileOf = (path: string): { file: string } => ({ file: basename(path) })

export const missing = (path: string) => new MediaError('source_missing', message('media.missing', fileOf(path)))

export const notAFile = (path: string) => new MediaError('source_unreadable', message('media.not_a_file', fileOf(path)))

export const forbidden = (path: string) => new MediaError('source_unreadable', message('media.forbidden', fileOf(path)))

export const empty = (path: string) => new MediaError('source_empty', message('media.empty_file', fileOf(path)))

export const notMedia = (path: string) => new MediaError('source_unreadable', message('media.not_media', fileOf(path)))

const unreadable = (text: Message) => new MediaError('source_unreadable', text)

/** `format`: as people write it. */
export const imageFormat = (path: string, format: string) =>
  unreadable(message('media.image_format', { ...fileOf(path), format }))

/** `reason`: the decoder's own words. */
export const imageVariant = (path: string, format: string, reason: string) =>
  unreadable(message('media.image_variant', { ...fileOf(path), format, reason }))

export const rawPhoto = (path: string) => unreadable(message('media.raw_photo', fileOf(path)))

export const tiffCompression = (path: string, compression: string) =>
  unreadable(message('media.tiff_compression', { ...fileOf(path), compression }))

export const tiffPlanes = (path: string) => unreadable(message('media.tiff_planes', fileOf(path)))

/** `type`: libvips' name of the numbers, such as float. */
export const imageValues = (path: string, type: string) =>
  unreadable(message('media.image_values', { ...fileOf(path), type }))

export const imageChannels = (path: string, channels: number) =>
  unreadable(message('media.image_channels', { ...fileOf(path), channels }))

export const firstOfImages = (path: string, count: number): Message =>
  message('media.first_of_images', { ...fileOf(path), count })

export const noVideoStream = (path: string) =>
  new MediaError('source_unreadable', message('media.no_video_stream', fileOf(path)))

export const noImages = () => new MediaError('source_empty', message('media.no_images'))

/** `reason` is the message about the first of them. */
export const noGoodImages = (count: number, reason: Message) =>
  new MediaError('source_empty', count === 1 ? reason : message('media.no_good_images', { count, reason }))

export const notAnImage = (path: string) =>
  new MediaError('source_unreadable', message('media.not_an_image', fileOf(path)))

export const notAVideo = (path: string) =>
  new MediaError('source_unreadable', message('media.not_a_video', fileOf(path)))

export const skippedImage = (reason: Message): Message => message('media.skipped_image', { reason })

export const skippedImages = (count: number, of: number): Message => message('media.skipped_images', { count, of })

/** `codec`: null for an unknown one. */
export const noDecoder = (path: string, codec: string | null) =>
  new MediaError(
    'source_unreadable',
    codec === null
      ? message('media.unknown_codec', fileOf(path))
      : message('media.no_decoder', { ...fileOf(path), codec }),
  )

export const damaged = (path: string) => new MediaError('source_unreadable', message('media.damaged', fileOf(path)))

export const tooLarge = (path: string, { width, height }: Size) =>
  new MediaError(
    'source_unreadable',
    message('media.too_large', { ...fileOf(path), width, height, max: MAX_PIXELS / 1e6 }),
  )

export const withoutIndex = (path: string) =>
  new MediaError('source_unreadable', message('media.without_index', fileOf(path)))

export const cutOff = (path: string, missingS: number, announcedS: number) =>
  new MediaError(
    'source_unreadable',
    message('media.cut_off', { ...fileOf(path), missing: seconds(missingS), announced: seconds(announcedS) }),
  )

export const cutOffImage = (path: string) =>
  new MediaError('source_unreadable', message('media.cut_off_image', fileOf(path)))

export const endsEarly = (path: string, missingS: number): Message =>
  message('media.ends_early', { ...fileOf(path), missing: seconds(missingS) })

export const maybeCutOff = (path: string): Message => message('media.maybe_cut_off', fileOf(path))

export const damagedParts = (path: string, count: number): Message =>
  message('media.damaged_parts', { ...fileOf(path), count })

export const changedSize = (path: string): Message => message('media.changed_size', fileOf(path))

/** `coding`: its name. */
export const unreadColours = (path: string, coding: string): Message =>
  message('media.unread_colours', { ...fileOf(path), coding })

const seconds = (s: number): string => (s >= 1 ? `${s.toFixed(1)} s` : `${Math.round(s * 1000)} ms`)

export const unwritable = (path: string) =>
  new MediaError('output_unwritable', message('media.unwritable', fileOf(path)))

export const diskFull = (path: string) => new MediaError('disk_full', message('media.disk_full', fileOf(path)))

export const fileTooLarge = (path: string) =>
  new MediaError('disk_full', message('engine.results_too_large', { path: basename(path) }))

export const fittedFrames = ({ width, height }: Size): Message => message('media.fitted_frames', { width, height })

export const soundLeftOut = (path: string): Message => message('media.sound_left_out', fileOf(path))

export const soundEndsEarly = (path: string): Message => message('media.sound_ends_early', fileOf(path))
