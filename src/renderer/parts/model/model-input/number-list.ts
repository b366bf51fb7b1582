/** Numbers as people type and paste them: separated by commas or spaces, in any brackets. */

/** Null for anything else. `0,5 0,25` has commas as decimal signs; `0.5,0.25` has them between numbers. */
export function numbersIn(text: string): number[] | null {
  const words = text
    .replaceAll(/[[\](){}]/g, ' ')
    .split(/[\s;×]+|,(?=\s|$)|(?<=\d)x(?=\d)/)
    .flatMap((word) => (/^-?\d+,\d+$/.test(word) ? [word.replace(',', '.')] : word.split(',')))
    .filter((word) => word !== '')
  const numbers = words.map(Number)
  return numbers.length > 0 && numbers.every(Number.isFinite) ? numbers : null
}

/** Numbers as the code of most toolkits writes them: `0.485, 0.456, 0.406`; equal ones once. */
export const numbersText = (values: readonly number[]): string =>
  (values.every((value) => value === values[0]) ? values.slice(0, 1) : values).map(String).join(', ')
