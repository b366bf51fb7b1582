/** A chart of horizontal bars; a bar with an address leads to its images. */
import type { ReactNode } from 'react'
import { formatCount } from '../../../texts/plural.ts'
import classes from './insights.module.css'

export interface Bar {
  key: string
  label: ReactNode
  count: number
  /** Of the images that the bar counts. */
  href?: string | undefined
  /** Of the link. */
  hint?: string | undefined
  color?: string | undefined
}

export function BarList({ label, bars }: { label: string; bars: readonly Bar[] }) {
  const most = Math.max(1, ...bars.map(({ count }) => count))
  return (
    <ul className={classes.bars} aria-label={label}>
      {bars.map(({ key, label: name, count, href, hint, color }) => {
        const content = (
          <>
            <span className={classes.label}>{name}</span>
            <span className={classes.track}>
              <span style={{ width: `${(100 * count) / most}%`, ...(color && { background: color }) }} />
            </span>
            <span className={classes.count} data-none={count === 0 || undefined}>
              {formatCount(count)}
            </span>
          </>
        )
        return (
          <li key={key}>
            {href === undefined || count === 0 ? (
              <span className={classes.bar}>{content}</span>
            ) : (
              <a className={classes.bar} href={href} title={hint}>
                {content}
              </a>
            )}
          </li>
        )
      })}
    </ul>
  )
}
