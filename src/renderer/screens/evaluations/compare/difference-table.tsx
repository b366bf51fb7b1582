/** Figures of two evaluations beside each other, with their differences. */
import type { ReactNode } from 'react'
import { texts } from '../../../texts/texts.ts'
import classes from '../evaluation/evaluation.module.css'
import compare from './compare.module.css'

const words = texts.evaluations.compare

export interface DifferenceRow {
  key: string
  name: ReactNode
  first: ReactNode
  second: ReactNode
  difference: ReactNode
}

interface DifferenceTableProps {
  label: string
  /** Heading of the names. */
  heading: string
  rows: readonly DifferenceRow[]
}

export function DifferenceTable({ label, heading, rows }: DifferenceTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the rows scroll, and the keyboard must reach them
    <section className={classes.scroll} tabIndex={0} aria-label={label}>
      <table className={`${classes.table} ${compare.differences}`} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{heading}</th>
            <th scope="col">{words.first}</th>
            <th scope="col">{words.second}</th>
            <th scope="col">{words.difference}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, first, second, difference }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              <td>{first}</td>
              <td>{second}</td>
              <td>{difference}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
