import { LOCALE } from '../../texts/language.ts'
import { formatCount } from '../../texts/plural.ts'
import { texts } from '../../texts/texts.ts'
import type { Figure } from './batch-rows.ts'

/** `1,204`, or `3.4 s` for a time. */
export const figureText = (value: number, figure: Figure): string =>
  figure === 'mean_dwell_s' ? texts.batch.seconds(SECONDS.format(value)) : formatCount(value)

const SECONDS = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
