/** Formats numbers, durations, sizes and dates for display. */
import { LOCALE } from '../../texts/language.ts'
import { texts } from '../../texts/texts.ts'

const DECIMALS = [0, 1, 2].map(
  (digits) =>
    new Intl.NumberFormat(LOCALE, { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false }),
)

/** Formats a measured number with a fixed number of decimals: `12.5`. */
export const formatDecimal = (value: number, digits: 0 | 1 | 2): string =>
  (DECIMALS[digits] as Intl.NumberFormat).format(value)

/** The decimal separator of the page's language. */
export const DECIMAL_SIGN: string =
  new Intl.NumberFormat(LOCALE).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.'

const EXACT = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 6, useGrouping: false })

/** Formats a setting with full precision. */
export const formatNumber = (value: number): string => EXACT.format(value)

const RATE = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 2 })

/** Formats a frame rate: `25`, `29.97`. */
export const formatRate = (fps: number): string => RATE.format(fps)

/** Formats a media or wall duration in seconds: `0:07`, `12:03`, `1:02:03`. */
export function formatDuration(seconds: number): string {
  const s = Math.max(0, Math.round(seconds))
  const [h, m, rest] = [Math.floor(s / 3600), Math.floor(s / 60) % 60, s % 60]
  const two = (n: number) => String(n).padStart(2, '0')
  return h > 0 ? `${h}:${two(m)}:${two(rest)}` : `${m}:${two(rest)}`
}

/** Formats a media time in seconds to the hundredth: `0:07.42`. */
export function formatTimecode(seconds: number): string {
  const hundredths = Math.max(0, Math.round(seconds * 100))
  const whole = Math.floor(hundredths / 100)
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const two = (n: number) => String(n).padStart(2, '0')
  const tail = `${two(s)}.${two(hundredths % 100)}`
  return h > 0 ? `${h}:${two(m)}:${tail}` : `${m}:${tail}`
}

/** Formats the remaining time: `about 3 min left`. */
export function formatTimeLeft(seconds: number): string {
  if (seconds < 1.5) return texts.ui.format.aboutASecondLeft
  if (seconds < 90) return texts.ui.format.secondsLeft(Math.round(seconds))
  if (seconds < 5400) return texts.ui.format.minutesLeft(Math.round(seconds / 60))
  return texts.ui.format.hoursLeft(formatDecimal(seconds / 3600, 1))
}

/** Uses decimal units, like file managers. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  const units = ['kB', 'MB', 'GB', 'TB']
  let value = bytes / 1000
  let unit = 0
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000
    unit++
  }
  return `${formatDecimal(value, value < 9.95 ? 1 : 0)} ${units[unit]}`
}

const CLOCK = new Intl.DateTimeFormat(LOCALE, { hour: '2-digit', minute: '2-digit' })
const DAY = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short' })
const DAY_YEAR = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', year: 'numeric' })
const FULL = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'full', timeStyle: 'medium' })

/** `just now`, `12 min ago`, `Today 14:03`, `Yesterday 09:12`, `3 Nov, 14:03`, `3 Nov 2024`. */
export function formatWhen(iso: string, now = new Date()): string {
  const at = new Date(iso)
  if (Number.isNaN(at.getTime())) return '–'
  const seconds = (now.getTime() - at.getTime()) / 1000
  if (seconds < 60) return texts.ui.format.justNow
  if (seconds < 3600) return texts.ui.format.minutesAgo(Math.floor(seconds / 60))
  const days = Math.round((startOfDay(now) - startOfDay(at)) / 86_400_000)
  if (days === 0) return texts.ui.format.today(CLOCK.format(at))
  if (days === 1) return texts.ui.format.yesterday(CLOCK.format(at))
  return at.getFullYear() === now.getFullYear() ? `${DAY.format(at)}, ${CLOCK.format(at)}` : DAY_YEAR.format(at)
}

const MONTH = new Intl.DateTimeFormat(LOCALE, { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Returns the month of a time in UTC, by which allowances are granted: `November 2024`. */
export const formatMonth = (iso: string): string => MONTH.format(new Date(iso))

/** Returns the time of day: `14:03`. */
export const formatTime = (iso: string): string => CLOCK.format(new Date(iso))

const startOfDay = (d: Date) => new Date(d.getFullYear(), d.getMonth(), d.getDate()).getTime()

/** Returns the day of a time, which may be in the future: `3 Nov 2024`. */
export function formatDay(iso: string): string {
  const at = new Date(iso)
  return Number.isNaN(at.getTime()) ? '–' : DAY_YEAR.format(at)
}

/** Returns the full date and time, for tooltips. */
export function formatFullDate(iso: string): string {
  const at = new Date(iso)
  return Number.isNaN(at.getTime()) ? '–' : FULL.format(at)
}

/** Turns `line_crossing` into `Line crossing`. */
export function humanise(wireName: string): string {
  const words = wireName.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
