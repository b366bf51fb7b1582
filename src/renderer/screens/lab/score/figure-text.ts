/** Formats accuracy figures. */
import { countError, type Figures, relativeError } from '../../../../shared/accuracy/figures.ts'
import { LOCALE } from '../../../texts/language.ts'

const PERCENT = new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 0 })
const SIGNED_PERCENT = new Intl.NumberFormat(LOCALE, {
  style: 'percent',
  maximumFractionDigits: 0,
  signDisplay: 'exceptZero',
})
const SIGNED = new Intl.NumberFormat(LOCALE, { signDisplay: 'exceptZero' })

export const percent = (share: number | null): string => (share === null ? '–' : PERCENT.format(share))

/** `−2 (−17%)`: counted minus marked. */
export function errorText(figures: Figures): string {
  const relative = relativeError(figures)
  const error = SIGNED.format(countError(figures))
  const text = relative === null ? error : `${error} (${SIGNED_PERCENT.format(relative)})`
  // A minus sign is as wide as a plus sign.
  return text.replaceAll('-', '−')
}
