/** Image files among those that are picked or dropped. */
import { isImageName } from '../../../../../shared/domain/still-formats.ts'
import type { PlacedFile } from '../../../../parts/studio/upload/dropped-files.ts'

export type ImageFile = PlacedFile

export const isImageFile = ({ name }: File): boolean => isImageName(name) && !name.startsWith('.')
