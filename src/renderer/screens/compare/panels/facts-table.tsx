/** A table of facts about both runs; differences are marked with text, not by colour alone. */
import { texts } from '../../../texts/texts.ts'
import classes from '../comparison/compare.module.css'

const T = texts.compare.facts

export interface Fact {
  name: string
  a: string
  b: string
  /** Replaces the text that marks a difference. */
  difference?: string
  /** Overrides the comparison of the displayed texts. */
  differs?: boolean
}

export function FactsTable({ title, facts }: { title: string; facts: readonly Fact[] }) {
  return (
    <table className={classes.facts}>
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">{T.name}</th>
          <th scope="col">{texts.compare.run('1')}</th>
          <th scope="col">{texts.compare.run('2')}</th>
          <th scope="col">{T.difference}</th>
        </tr>
      </thead>
      <tbody>
        {facts.map(({ name, a, b, difference, differs = a !== b }) => (
          <tr key={name} data-differs={differs || undefined}>
            <th scope="row">{name}</th>
            <td title={a}>{a}</td>
            <td title={b}>{b}</td>
            <td>{difference ?? (differs ? T.differs : '')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
