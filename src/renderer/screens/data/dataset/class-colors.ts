/** The colours of a data set's classes: those it has itself, and for others that of the name. */
import type { DatasetClass } from '../../../../shared/api/datasets.ts'
import { classColor } from '../../../../shared/domain/class-color.ts'
import type { ColorOfClass } from '../../../base/ui/class-colors.ts'

export function colorsOf(classes: readonly DatasetClass[]): ColorOfClass {
  const colors = new Map(classes.map(({ name, color }) => [name, color]))
  return (name) => colors.get(name) ?? classColor(name)
}
