/** One measured figure beside its limit. */
export interface Figure {
  /** What was measured, in one line. */
  title: string
  value: number
  /** Empty for a ratio. */
  unit: '' | 'ms' | 's' | 'MB'
  /** The most that it may be; null where there is nothing to hold it against. */
  limit: number | null
  /** What the figure is made of, or where the time goes when the limit is missed. */
  detail: string
}

export interface Part {
  name: string
  title: string
  measure(): Promise<Figure[]>
}

export const isMissed = ({ value, limit }: Figure): boolean => limit !== null && value > limit

const digits = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)
export const amount = (value: number, unit: Figure['unit']): string => digits(value) + (unit && ` ${unit}`)
