/** Counts as a person of the page's language writes them. */
import { LOCALE } from './language.ts'

const COUNT = new Intl.NumberFormat(LOCALE)
export const formatCount = (n: number): string => COUNT.format(n)

/** A number with its noun: `plural(3, 'run')` is "3 runs". English and German both have just these two forms. */
export const plural = (n: number, one: string, many = `${one}s`): string => `${formatCount(n)} ${n === 1 ? one : many}`
