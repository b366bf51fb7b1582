/** User-facing messages about media. Each names the file and the remedy. */

import { basename } from 'node:path'
import type { Size } from '../../shared/domain/geometry.ts'
import { MediaError } from '../core/media-error.ts'

/** The file's name in quotes, as used in every message. */
export const quoted = (path: string): string => `“${basename(path)}”`

export const missing = (path: string) =>
  new MediaError('source_missing', `${quoted(path)} is not there any more. Choose the file again.`)

export const notAFile = (path: string) =>
  new MediaError('source_unreadable', `${quoted(path)} is not a file. Choose a video or an image.`)

export const forbidden = (path: string) =>
  new MediaError('source_unreadable', `${quoted(path)} may not be read. Change its permissions or copy it elsewhere.`)

export const empty = (path: string) =>
  new MediaError('source_empty', `${quoted(path)} is empty (0 bytes). Copy it again from where it came from.`)

export const notMedia = (path: string) =>
  new MediaError(
    'source_unreadable',
    `${quoted(path)} is not a video or image that can be read, whatever its name says. Choose another file, or convert it to MP4.`,
  )

export const heic = (path: string) =>
  new MediaError('source_unreadable', `${quoted(path)} is a HEIC photo, which can't be read. Export it as JPEG or PNG.`)

export const noVideoStream = (path: string) =>
  new MediaError('source_unreadable', `${quoted(path)} has no picture: only sound or other data. Choose a video.`)

export const noImages = () =>
  new MediaError('source_empty', 'There are no images to look at. Add some, or choose another data set or folder.')

/** `reason` is the message about the first of them. */
export const noGoodImages = (count: number, reason: string) =>
  new MediaError(
    'source_empty',
    count === 1 ? reason : `None of the ${count} images can be read. About the first of them: ${reason}`,
  )

export const notAnImage = (path: string) =>
  new MediaError('source_unreadable', `${quoted(path)} is a video, not an image.`)

export const notAVideo = (path: string) =>
  new MediaError('source_unreadable', `${quoted(path)} is a picture, not a video. Choose a video file.`)

export const skippedImage = (reason: string): string => `Skipped an image: ${reason}`

export const skippedImages = (count: number, of: number): string =>
  `${count} of ${of} images could not be read and ${count === 1 ? 'was' : 'were'} skipped; the manifest lists them.`

export const noDecoder = (path: string, codec: string) =>
  new MediaError(
    'source_unreadable',
    `${quoted(path)} uses the video format ${codec}, which can't be decoded here. Convert it to H.264 in MP4.`,
  )

export const damaged = (path: string) =>
  new MediaError(
    'source_unreadable',
    `${quoted(path)} is damaged: not a single picture in it can be decoded. Copy it again from where it came from.`,
  )

export const tooLarge = (path: string) =>
  new MediaError('source_unreadable', `The picture in ${quoted(path)} is too large to be decoded. Scale it down first.`)

export const withoutIndex = (path: string) =>
  new MediaError(
    'source_unreadable',
    `${quoted(path)} ends too early: it looks cut off, and its index is missing. Copy it again from the camera, or repair it.`,
  )

export const cutOff = (path: string, missingS: number, announcedS: number) =>
  new MediaError(
    'source_unreadable',
    `${quoted(path)} ends too early: ${seconds(missingS)} of its ${seconds(announcedS)} are missing, so it looks cut off. Copy it again from the camera, or repair it.`,
  )

export const cutOffImage = (path: string) =>
  new MediaError(
    'source_unreadable',
    `${quoted(path)} is damaged: it ends in the middle of the picture. Copy it again from where it came from.`,
  )

export const endsEarly = (path: string, missingS: number): string =>
  `${quoted(path)} ends ${seconds(missingS)} before its announced end; the rest was read.`

export const maybeCutOff = (path: string): string =>
  `${quoted(path)} looks cut off at its end; all that is there was read.`

export const damagedParts = (path: string, count: number): string =>
  `${quoted(path)} is damaged in ${count === 1 ? 'one place' : `${count} places`}; pictures there may be missing or look wrong.`

export const changedSize = (path: string): string =>
  `The picture in ${quoted(path)} changes its size on the way; later frames were scaled to the first one's.`

const seconds = (s: number): string => (s >= 1 ? `${s.toFixed(1)} s` : `${Math.round(s * 1000)} ms`)

export const unwritable = (path: string) =>
  new MediaError(
    'output_unwritable',
    `${quoted(path)} can't be written. Check that its folder exists and may be changed.`,
  )

export const diskFull = (path: string) =>
  new MediaError('disk_full', `The disk is full: ${quoted(path)} could not be finished. Free some space and run again.`)

export const fileTooLarge = (path: string) =>
  new MediaError(
    'disk_full',
    `${quoted(path)} has become larger than its disk, or this account, allows. Choose another folder for the results.`,
  )

export const fittedFrames = ({ width, height }: Size): string =>
  `The images have different sizes: in the video each is fitted into ${width}x${height}, the size of the first.`

export const soundLeftOut = (path: string): string =>
  `The sound of ${quoted(path)} could not be carried over; the video is silent.`

export const soundEndsEarly = (path: string): string =>
  `The sound of ${quoted(path)} is damaged and ends before the picture does.`
