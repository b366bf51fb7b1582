/** Amounts of credits, which the API has in micro-USD. */
import { LOCALE } from '../../texts/language.ts'

const MICRO_USD = 1_000_000
const USD = new Intl.NumberFormat(LOCALE, { style: 'currency', currency: 'USD' })
/** Prices and charges are often parts of a cent. */
const EXACT_USD = new Intl.NumberFormat(LOCALE, { style: 'currency', currency: 'USD', maximumFractionDigits: 6 })
const CHANGE = new Intl.NumberFormat(LOCALE, {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 6,
  signDisplay: 'exceptZero',
})

export const formatCredits = (microUsd: number): string => USD.format(microUsd / MICRO_USD)
export const formatExactCredits = (microUsd: number): string => EXACT_USD.format(microUsd / MICRO_USD)
/** With a sign: `+$5.00`, `-$0.0006`. */
export const formatCreditChange = (microUsd: number): string => CHANGE.format(microUsd / MICRO_USD)
