/** The prices of the plan. */
import type { Price } from '../../../../shared/api/usage.ts'
import { formatExactCredits } from '../../../base/format/credits.ts'
import { humanise } from '../../../base/format/format.ts'
import { formatCount } from '../../../texts/plural.ts'
import { texts } from '../../../texts/texts.ts'
import { Row } from '../row.tsx'
import classes from '../settings.module.css'

const words = texts.usage.prices
const kinds: Readonly<Record<string, string>> = words.kinds
const units: Readonly<Record<string, string>> = words.units
/** One frame costs parts of a cent. */
const QUANTITY = 1000

export function Prices({ prices }: { prices: readonly Price[] }) {
  return (
    <div className={classes.rows}>
      {prices.map(({ kind, unit, micro_usd }) => (
        <Row key={`${kind} ${unit}`} label={kinds[kind] ?? humanise(kind)} hint={words.hint}>
          {words.each(formatExactCredits(micro_usd * QUANTITY), formatCount(QUANTITY), units[unit] ?? unit)}
        </Row>
      ))}
    </div>
  )
}
