/** The choices of an export, as its form holds them. */
import type { Dataset } from '../../../../shared/api/datasets.ts'
import type { ExportCreate, ExportFormat } from '../../../../shared/api/exports.ts'
import { texts } from '../../../texts/texts.ts'

export const DIVISIONS = ['none', 'image_splits', 'shares'] as const
export type Division = (typeof DIVISIONS)[number]

export interface ExportChoice {
  format: ExportFormat
  /** / for all images; null for the chosen ones. */
  directory: string | null
  /** Empty for all classes. */
  classes: readonly string[]
  hasPending: boolean
  division: Division
  /** Percent of the images; the rest is for tests. */
  train: number
  val: number
}

export const FIRST_CHOICE: ExportChoice = {
  format: 'coco',
  directory: '/',
  classes: [],
  hasPending: false,
  division: 'none',
  train: 70,
  val: 20,
}

export const testShareOf = ({ train, val }: ExportChoice): number => 100 - train - val

/** `chosen`: ids of the chosen images. Null while the shares are more than all images. */
export function requestOf(
  { id: dataset, name }: Pick<Dataset, 'id' | 'name'>,
  chosen: readonly string[],
  choice: ExportChoice,
): ExportCreate | null {
  const { format, directory, classes, hasPending, division, train, val } = choice
  const test = testShareOf(choice)
  if (division === 'shares' && test < 0) return null
  return {
    dataset,
    format,
    include_pending: hasPending,
    ...(directory === null && { name: texts.data.exports.chosenName(name, chosen.length), image_ids: [...chosen] }),
    ...(directory !== null && directory !== '/' && { directory_path: directory }),
    ...(classes.length > 0 && { classes: [...classes] }),
    ...(division === 'image_splits' && { splits: 'image_splits' as const }),
    ...(division === 'shares' && { split: { train, val, test } }),
  }
}
