/** Prints the sum of all test commands that ran: the last line of `.ci/run`. */
import { allTotals } from './report.mjs'

const { passed, failed } = allTotals()
console.log(`${passed} passed, ${failed} failed`)
