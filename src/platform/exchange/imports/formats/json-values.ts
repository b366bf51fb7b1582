/** Checks values of foreign JSON. */

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Null unless it is a text that says something. */
export const textField = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value : typeof value === 'number' ? String(value) : null

/** Null unless all are finite numbers. */
export const numbersOf = (value: unknown): number[] | null =>
  Array.isArray(value) && value.every((n) => typeof n === 'number' && Number.isFinite(n)) ? (value as number[]) : null

/** An id as a text, so that 1, 1.0 and "1" are the same; null for any other value. */
export function idText(value: unknown): string | null {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : null
  if (typeof value !== 'string') return null
  const text = value.trim().replace(/^(-?\d+)\.0+$/, '$1')
  return text === '' ? null : text
}
