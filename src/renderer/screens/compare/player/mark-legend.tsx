/** The legend of the time line's marks, drawn as they are there. */
import { texts } from '../../../texts/texts.ts'
import classes from '../comparison/compare.module.css'

const T = texts.compare.timeline

export function MarkLegend() {
  return (
    <ul className={classes.legend}>
      <li>
        <svg viewBox="0 0 8 14" data-only aria-hidden="true">
          <path d="M3 4h2v6H3z" />
          <circle cx="4" cy="4" r="3" />
        </svg>
        {T.onlyA}
      </li>
      <li>
        <svg viewBox="0 0 8 14" data-only aria-hidden="true">
          <path d="M3 4h2v6H3z" />
          <circle cx="4" cy="10" r="3" />
        </svg>
        {T.onlyB}
      </li>
      <li>
        <svg viewBox="0 0 8 14" aria-hidden="true">
          <path d="M3.4 0h1.2v14H3.4z" />
        </svg>
        {T.both}
      </li>
    </ul>
  )
}
