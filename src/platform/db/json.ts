/** JSON in text columns. */
export const toJson = (value: unknown): string => JSON.stringify(value)
export const toJsonOrNull = (value: unknown): string | null =>
  value === null || value === undefined ? null : JSON.stringify(value)

/** The column was written by `toJson` from a value of this type. */
export const fromJson = <T>(text: string): T => JSON.parse(text) as T
export const fromJsonOrNull = <T>(text: string | null): T | null => (text === null ? null : (JSON.parse(text) as T))
