/** The classes of an archive, each with the class of the data set that it becomes, or left out. */

import { Autocomplete, Checkbox } from '@mantine/core'
import type { ImportPlan } from '../../../../../shared/api/imports.ts'
import { own } from '../../../../../shared/domain/own.ts'
import { formatCount } from '../../../../texts/plural.ts'
import { texts } from '../../../../texts/texts.ts'
import classes from '../bring.module.css'

const words = texts.data.bring.archive
/** Further classes keep their names. */
const SHOWN = 100

/** Names in the archive, with the names to import them as; null leaves a class out. */
export type ClassNames = Record<string, string | null>

export const namesOf = ({ classes: all }: ImportPlan): ClassNames =>
  Object.fromEntries(all.map(({ name, imported_as }) => [name, imported_as]))

export const changedNames = ({ classes: all }: ImportPlan, names: ClassNames): boolean =>
  all.some(({ name, imported_as }) => own(names, name) !== imported_as)

interface ClassMapProps {
  plan: ImportPlan
  /** Classes of the data set. */
  known: readonly string[]
  value: ClassNames
  onChange(value: ClassNames): void
}

export function ClassMap({ plan, known, value, onChange }: ClassMapProps) {
  if (plan.classes.length === 0) return null
  const shown = plan.classes.slice(0, SHOWN)
  const set = (name: string, as: string | null) => onChange({ ...value, [name]: as })
  return (
    <div className={classes.scrolled}>
      <table className={classes.classes}>
        <thead>
          <tr>
            <th>{words.inArchive}</th>
            <th>{words.annotationsOfClass}</th>
            <th>{words.importAs}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ name, annotations }) => {
            const as = own(value, name) ?? null
            const isNew = as !== null && !known.includes(as)
            return (
              <tr key={name}>
                <td>
                  <Checkbox
                    size="xs"
                    label={name}
                    aria-label={words.importClass(name)}
                    checked={as !== null}
                    onChange={(event) => set(name, event.currentTarget.checked ? name : null)}
                  />
                </td>
                <td>{formatCount(annotations)}</td>
                <td>
                  <Autocomplete
                    size="xs"
                    aria-label={words.importClassAs(name)}
                    data={[...new Set(known)]}
                    limit={50}
                    maxLength={200}
                    disabled={as === null}
                    value={as ?? ''}
                    rightSection={isNew ? <small>{words.isNew}</small> : null}
                    rightSectionWidth={44}
                    onChange={(next) => set(name, next)}
                    onBlur={() => as?.trim() === '' && set(name, name)}
                  />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {plan.classes.length > SHOWN && <p className={classes.note}>{words.moreClasses(plan.classes.length - SHOWN)}</p>}
    </div>
  )
}
