/** Formats results for storage and for readers. */
import { availableParallelism, cpus } from 'node:os'
import { amount, type Figure, isMissed } from './figure.ts'

export interface MeasuredPart {
  title: string
  measuredAt: string
  machine: string
  figures: Figure[]
}

export interface Results {
  parts: Record<string, MeasuredPart>
}

export const thisMachine = (): string =>
  `${availableParallelism()} cores of ${cpus()[0]?.model.trim() ?? 'an unknown kind'}, Node ${process.versions.node}`

const BEGIN = '<!-- figures: written by npm run bench -->'
const END = '<!-- end of figures -->'

export function tableOf(parts: readonly MeasuredPart[]): string {
  return parts
    .map(({ title, measuredAt, machine, figures }) => {
      const rows = figures.map((f) => {
        const limit = f.limit === null ? '–' : `≤ ${amount(f.limit, f.unit)}`
        return `| ${f.title} | ${amount(f.value, f.unit)} | ${limit} | ${verdict(f)} | ${f.detail} |`
      })
      const head = '| Figure | Measured | Limit | | Made of |\n| --- | --- | --- | --- | --- |'
      return `### ${title}\n\n${head}\n${rows.join('\n')}\n\n${measuredAt.slice(0, 10)}, ${machine}\n`
    })
    .join('\n')
}

const verdict = (f: Figure): string => (f.limit === null ? '' : isMissed(f) ? '**missed**' : 'met')

/** `readme` with the text between the marks replaced. */
export function withTable(readme: string, table: string): string {
  const [from, to] = [readme.indexOf(BEGIN), readme.indexOf(END)]
  if (from < 0 || to < from) throw new Error('bench/README.md has lost the marks around its table')
  return `${readme.slice(0, from + BEGIN.length)}\n\n${table}\n${readme.slice(to)}`
}
