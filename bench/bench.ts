/** Measures all parts, or the named ones, and writes bench/results/latest.json and the table in bench/README.md. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { inRoot } from './child.ts'
import { amount, type Figure, isMissed, type Part } from './figure.ts'
import { arrivals } from './figures/arrivals.ts'
import { cluster } from './figures/cluster.ts'
import { data } from './figures/data.ts'
import { decode } from './figures/decode.ts'
import { deployment } from './figures/deployment.ts'
import { editor } from './figures/editor.ts'
import { firstPaint } from './figures/first-paint.ts'
import { kernels } from './figures/kernels.ts'
import { labelling } from './figures/labelling.ts'
import { memory } from './figures/memory.ts'
import { parts } from './figures/parts.ts'
import { peak } from './figures/peak.ts'
import { pipeline } from './figures/pipeline.ts'
import { platform } from './figures/platform.ts'
import { preview } from './figures/preview.ts'
import { python } from './figures/python.ts'
import { queue } from './figures/queue.ts'
import { results as manyEvents } from './figures/results.ts'
import { reuse } from './figures/reuse.ts'
import { scale } from './figures/scale.ts'
import { search } from './figures/search.ts'
import { session } from './figures/session.ts'
import { start } from './figures/start.ts'
import { transcode } from './figures/transcode.ts'
import { validation } from './figures/validation.ts'
import { waits } from './figures/waits.ts'
import { type Results, tableOf, thisMachine, withTable } from './report.ts'

const ENGINE: readonly Part[] = [
  ...[
    kernels,
    decode,
    start,
    platform,
    waits,
    data,
    arrivals,
    queue,
    cluster,
    parts,
    scale,
    deployment,
    preview,
    reuse,
  ],
  ...[pipeline, transcode, python, peak, memory, search, validation],
]
const UI: readonly Part[] = [firstPaint, editor, manyEvents, session, labelling]
const PARTS = [...ENGINE, ...UI]

const RESULTS = inRoot('bench/results/latest.json')
const README = inRoot('bench/README.md')

const asked = process.argv.slice(2)
const names = asked.length === 0 ? namesOf(ENGINE) : asked.flatMap((name) => (name === 'ui' ? namesOf(UI) : name))
const unknown = names.find((name) => !PARTS.some((p) => p.name === name))
if (unknown !== undefined) {
  console.error(`There is no part “${unknown}”. The parts are ${PARTS.map((p) => p.name).join(', ')}.`)
  process.exit(2)
}

// Parts that are not measured keep their earlier figures.
const before: Results = existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, 'utf8')) : { parts: {} }
const results: Results = { parts: before.parts }
for (const part of PARTS) {
  if (!names.includes(part.name)) continue
  console.log(`\n${part.title}`)
  const missing = await part.missing?.()
  if (missing) {
    console.log(`  Left out: ${missing}`)
    continue
  }
  const figures = await figuresOf(part)
  if (!figures) continue
  for (const f of figures) {
    const limit = f.limit === null ? '' : ` (at most ${amount(f.limit, f.unit)}${isMissed(f) ? ', MISSED' : ''})`
    console.log(`  ${f.title}: ${amount(f.value, f.unit)}${limit}\n    ${f.detail}`)
  }
  results.parts[part.name] = {
    title: part.title,
    measuredAt: new Date().toISOString(),
    machine: thisMachine(),
    figures,
  }
  mkdirSync(inRoot('bench/results'), { recursive: true })
  writeFileSync(RESULTS, `${JSON.stringify(results, null, 2)}\n`)
  const ordered = PARTS.flatMap((p) => results.parts[p.name] ?? [])
  writeFileSync(README, withTable(readFileSync(README, 'utf8'), tableOf(ordered)))
}

/** Null when the part fails, after its error: the other parts are measured all the same. */
async function figuresOf(part: Part): Promise<Figure[] | null> {
  try {
    return await part.measure()
  } catch (error) {
    console.error(`  Failed: ${error instanceof Error ? error.stack : error}`)
    process.exitCode = 1
    return null
  }
}

function namesOf(parts: readonly Part[]): string[] {
  return parts.map((part) => part.name)
}
