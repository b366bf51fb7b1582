/** Image files among those that are picked or dropped. */
import type { PlacedFile } from '../../../../parts/upload/dropped-files.ts'

export type ImageFile = PlacedFile

export const IMAGE_TYPES = 'image/jpeg,image/png,image/webp,image/bmp,image/tiff,image/avif'
const IMAGE_NAME = /\.(jpe?g|png|webp|bmp|tiff?|avif)$/i

export const isImageFile = ({ name }: File): boolean => IMAGE_NAME.test(name) && !name.startsWith('.')
