/** The formats of stills: their names, media types and extensions, declared here for all lists of them. */

interface StillFormatFacts {
  /** The name as people write it. */
  name: string
  mediaType: string
  /** Usual extensions in lower case, without the dot; the first is given to files without one. */
  extensions: readonly string[]
  /** FFmpeg's name of its codec, as `MediaInfo` and `ProbedMedia` have it. */
  codec: string
  /** The library that decodes it; null for a format that is known and refused. */
  decoder: 'libvips' | 'ffmpeg' | null
  /** True when a data set holds such images. */
  isStored: boolean
}

const known = (
  name: string,
  mediaType: string,
  extensions: string,
  codec: string,
  decoder: StillFormatFacts['decoder'],
  isStored = false,
): StillFormatFacts => ({ name, mediaType, extensions: extensions.split(' '), codec, decoder, isStored })

export const STILL_FORMATS = {
  jpeg: known('JPEG', 'image/jpeg', 'jpg jpeg jpe jfif', 'mjpeg', 'libvips', true),
  png: known('PNG', 'image/png', 'png apng', 'png', 'libvips', true),
  webp: known('WebP', 'image/webp', 'webp', 'webp', 'libvips', true),
  tiff: known('TIFF', 'image/tiff', 'tif tiff', 'tiff', 'libvips', true),
  avif: known('AVIF', 'image/avif', 'avif', 'av1', 'libvips', true),
  gif: known('GIF', 'image/gif', 'gif', 'gif', 'libvips', true),
  bmp: known('BMP', 'image/bmp', 'bmp dib', 'bmp', 'ffmpeg', true),
  heic: known('HEIC', 'image/heic', 'heic heif', 'hevc', null),
  jp2: known('JPEG 2000', 'image/jp2', 'jp2', 'jpeg2000', 'ffmpeg'),
  jxl: known('JPEG XL', 'image/jxl', 'jxl', 'jpegxl', 'ffmpeg'),
  psd: known('Photoshop', 'image/vnd.adobe.photoshop', 'psd', 'psd', null),
} as const satisfies Record<string, StillFormatFacts>

export type StillFormat = keyof typeof STILL_FORMATS

const FORMATS: readonly StillFormatFacts[] = Object.values(STILL_FORMATS)
const STORED = FORMATS.filter(({ isStored }) => isStored)

/** Media types of images that a data set holds. */
export const STORED_IMAGE_TYPES: readonly string[] = STORED.map(({ mediaType }) => mediaType)

/** The media type of images that a data set holds, by the codec that the engine reports; undefined for others. */
export const storedTypeOfCodec = (codec: string): string | undefined =>
  STORED.find((format) => format.codec === codec)?.mediaType

/**
 * Extensions of image files, without the dot: of all known formats, also refused ones, so that a refusal names the file
 * and its format.
 */
export const IMAGE_EXTENSIONS: readonly string[] = FORMATS.flatMap(({ extensions }) => extensions)

const BY_EXTENSION = new Map(FORMATS.flatMap((format) => format.extensions.map((one) => [one, format] as const)))

/** The format that a file's name claims, in upper or lower case; its bytes are examined later. */
const claimedBy = (name: string): StillFormatFacts | undefined => {
  const dot = name.lastIndexOf('.')
  return dot < 0 ? undefined : BY_EXTENSION.get(name.slice(dot + 1).toLowerCase())
}

/** True for a name of an image file. */
export const isImageName = (name: string): boolean => claimedBy(name) !== undefined

/** The media type that a file's name claims; undefined for one that is not an image's. */
export const imageTypeOfName = (name: string): string | undefined => claimedBy(name)?.mediaType

/** The name of the format that a file's name claims, when no data set holds such images; null for others. */
export function unstoredFormat(name: string): string | null {
  const format = claimedBy(name)
  return format && !format.isStored ? format.name : null
}

/** Usual extensions of a media type with their dots, the first of which is given to files without one. */
export const extensionsOfType = (mediaType: string): readonly string[] =>
  FORMATS.find((format) => format.mediaType === mediaType)?.extensions.map((extension) => `.${extension}`) ?? []

/** Media types and extensions, for the `accept` attribute of a file input. */
export const IMAGE_ACCEPT = [
  ...FORMATS.map(({ mediaType }) => mediaType),
  ...IMAGE_EXTENSIONS.map((extension) => `.${extension}`),
].join(',')
