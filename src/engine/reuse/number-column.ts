/** Numbers of a tape, stored exactly in the narrowest format that holds all of them. */

type Numbers = ArrayLike<number>

const FORMS = [Uint8Array, Int32Array, Float32Array, Float64Array] as const
const ALIGNMENT = 8

export const paddedLength = (bytes: number): number => Math.ceil(bytes / ALIGNMENT) * ALIGNMENT

/** One number that stands for all, or the number of values. */
export interface ColumnHead {
  /** Index in `FORMS`; -1 when all are `value`. */
  form: number
  count: number
  value?: number
}

const holds = (form: (typeof FORMS)[number], numbers: Numbers): boolean => {
  const one = new form(1)
  for (let i = 0; i < numbers.length; i++) {
    one[0] = numbers[i] as number
    if (!Object.is(one[0], numbers[i])) return false
  }
  return true
}

/** The column and its bytes, which must start at a multiple of 8. */
export function packNumbers(numbers: Numbers): { head: ColumnHead; bytes: Uint8Array } {
  const count = numbers.length
  const value = numbers[0] ?? 0
  // Numbers that JSON writes and reads unchanged.
  const isPlain = Number.isFinite(value) && !Object.is(value, -0)
  let same = isPlain
  for (let i = 1; same && i < count; i++) same = numbers[i] === value && !Object.is(numbers[i], -0)
  if (same) return { head: { form: -1, count, value }, bytes: new Uint8Array(0) }
  const form = FORMS.findIndex((candidate) => holds(candidate, numbers))
  const packed = (FORMS[form] as (typeof FORMS)[number]).from(numbers)
  return { head: { form, count }, bytes: new Uint8Array(packed.buffer) }
}

export const packedLength = ({ form, count }: ColumnHead): number =>
  form < 0 ? 0 : count * (FORMS[form] as (typeof FORMS)[number]).BYTES_PER_ELEMENT

/** `at`: start of the column's bytes in `buffer`, a multiple of 8. */
export function unpackNumbers({ form, count, value = 0 }: ColumnHead, buffer: ArrayBuffer, at: number): Numbers {
  if (form < 0) return count === 0 ? [] : new Float64Array(count).fill(value)
  return new (FORMS[form] as (typeof FORMS)[number])(buffer, at, count)
}
