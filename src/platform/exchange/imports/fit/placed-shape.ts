/** Moves a shape from where labels have it to the pixels of the upright image. */
import type { ImportFormat, SizeChoice } from '../../../../shared/api/imports.ts'
import type { Size } from '../../../../shared/domain/geometry.ts'
import type { NeutralShape } from '../../../datasets/labels/neutral.ts'
import { fromJson } from '../../../db/database.ts'
import type { DatasetImportRow, ImportImageRow } from '../../../db/schema/imports.ts'
import { type DeclaredSize, toUpright } from './declared-size.ts'
import { fromBase, scaled } from './fit-annotation.ts'

export interface PlaceOptions extends Pick<DatasetImportRow, 'box_base' | 'size_choice'> {
  format: ImportFormat
  /** The upright image. */
  size: Size
}

/** Null for a shape that is left out, because nothing explains the size that its labels declare. */
export function placedShape(
  staged: Pick<ImportImageRow, 'unit' | 'declared' | 'sizing'>,
  shape: NeutralShape,
  { format, size, box_base, size_choice }: PlaceOptions,
): NeutralShape | null {
  const inPixels = staged.unit === 'relative' ? scaled(shape, size) : shape
  const based = fromBase(inPixels, format, box_base ?? 0)
  const { sizing } = staged
  if (staged.declared === null || sizing === null || sizing === 'kept') return based
  const choice: SizeChoice = sizing === 'asked' ? (size_choice ?? 'keep') : 'scale'
  if (choice !== 'scale') return choice === 'keep' ? based : null
  const { orientation, ...declared } = fromJson<DeclaredSize>(staged.declared)
  return toUpright(based, { declared, upright: size, orientation: sizing === 'turned' ? orientation : 1 })
}
