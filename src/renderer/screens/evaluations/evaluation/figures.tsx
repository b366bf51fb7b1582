/** The overall figures of an evaluation. */
import type { OverallMetrics } from '../../../../shared/api/model-evaluations.ts'
import { Section } from '../../../base/ui/page.tsx'
import { Share } from '../../../parts/model/evaluations/evaluations-table.tsx'
import { formatCount } from '../../../texts/plural.ts'
import { texts } from '../../../texts/texts.ts'
import classes from './evaluation.module.css'

const words = texts.evaluations.page

export const SHARES = ['map', 'f1', 'macro_f1', 'precision', 'recall'] as const
export const COUNTS = ['tp', 'fp', 'fn'] as const

export function Figures({ metrics }: { metrics: OverallMetrics }) {
  return (
    <Section title={words.figures}>
      <dl className={classes.figures}>
        {SHARES.map((name) => (
          <Figure key={name} name={words.figure[name]} hint={words.hint[name]}>
            <Share value={metrics[name]} />
          </Figure>
        ))}
        {COUNTS.map((name) => (
          <Figure key={name} name={words.figure[name]} hint={words.hint[name]}>
            {formatCount(metrics[name])}
          </Figure>
        ))}
      </dl>
    </Section>
  )
}

function Figure({ name, hint, children }: { name: string; hint: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
      <dd className={classes.hint}>{hint}</dd>
    </div>
  )
}
