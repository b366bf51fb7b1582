/** Names the classes of an export that a model does not know. */
import type { DatasetExport } from '../../../../../shared/api/exports.ts'
import type { Model } from '../../../../../shared/api/models.ts'
import { texts } from '../../../../texts/texts.ts'
import { classNamesOf } from '../../models/model-facts.ts'
import { firstClassesOf } from '../evaluation-text.ts'
import classes from '../evaluations.module.css'

const words = texts.evaluations.create

export function ClassNotes({ model, chosen }: { model: Model; chosen: DatasetExport }) {
  const known = new Set(classNamesOf(model))
  const missing = chosen.classes.filter((name) => !known.has(name))
  if (known.size === 0 || missing.length === 0) return null
  if (missing.length === chosen.classes.length) return <p className={classes.warning}>{words.noCommonClass}</p>
  return <p className={classes.warning}>{words.missingClasses(firstClassesOf(missing))}</p>
}
