/** One measured figure and its limit. */
export interface Figure {
  /** The measured quantity, in one line. */
  title: string
  value: number
  /** Empty for a ratio. */
  unit: '' | 'ms' | 's' | 'MB'
  /** Upper limit; null when there is none. */
  limit: number | null
  /** The parts of the figure, or the main costs when the limit is missed. */
  detail: string
}

export interface Part {
  name: string
  title: string
  /** Returns a sentence that says how to install what the part needs; null when all of it is there. */
  missing?(): Promise<string | null>
  measure(): Promise<Figure[]>
}

export const isMissed = ({ value, limit }: Figure): boolean => limit !== null && value > limit

const digits = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)
export const amount = (value: number, unit: Figure['unit']): string => digits(value) + (unit && ` ${unit}`)
