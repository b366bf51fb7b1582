/** The duration of the runs, as a whole and block by block. */
import type { WorkflowRun } from '../../../../shared/domain/run.ts'
import { formatDecimal, formatDuration, formatFullDate } from '../../../base/format/format.ts'
import { runSpeed } from '../../../parts/run/progress/run-speed.ts'
import { wallSeconds } from '../../../parts/run/progress/wall-time.ts'
import { formatCount } from '../../../texts/plural.ts'
import { texts } from '../../../texts/texts.ts'
import classes from '../comparison/compare.module.css'
import type { Side } from '../comparison/use-side.ts'
import { type Fact, FactsTable } from './facts-table.tsx'

const T = texts.compare.facts
/** Runs within this factor of each other are called equally fast. */
const ALIKE = 1.05

export function SpeedPanel({ a, b }: { a: Side; b: Side }) {
  const blocks = blockFacts(a, b)
  return (
    <div className={classes.page}>
      <p className={classes.verdict}>{verdict(a.run, b.run)}</p>
      <FactsTable title={T.speed} facts={runFacts(a, b)} />
      {blocks.length > 0 && <FactsTable title={T.blocks} facts={blocks} />}
    </div>
  )
}

function verdict(a: WorkflowRun, b: WorkflowRun): string {
  const [one, two] = [runSpeed(a), runSpeed(b)]
  if (one === null || two === null) return ''
  const factor = Math.max(one, two) / Math.min(one, two)
  const said = factor < ALIKE ? T.alike : T.fast(one > two ? '1' : '2', formatDecimal(factor, factor < 10 ? 1 : 0))
  return reusedOf(a) || reusedOf(b) ? `${said} ${T.reusedNote}` : said
}

/** Frames finished per second of wall time. */

const reusedOf = ({ nodes }: WorkflowRun): boolean => Object.values(nodes).some((n) => n.reused)

function runFacts({ run: a, blocks: blocksA }: Side, { run: b, blocks: blocksB }: Side): Fact[] {
  const took = (run: WorkflowRun) => {
    const s = wallSeconds(run)
    return s === null ? T.unknown : s < 59.95 ? T.seconds(formatDecimal(s, 1)) : formatDuration(s)
  }
  const rate = (run: WorkflowRun) => {
    const r = runSpeed(run)
    return r === null ? T.unknown : T.framesPerSecond(formatDecimal(r, 1))
  }
  const realTime = (run: WorkflowRun) => {
    const s = wallSeconds(run)
    return s ? T.times(formatDecimal(run.progress.media_time_s / s, 2)) : T.unknown
  }
  const reused = ({ nodes }: WorkflowRun, titleOf: (id: string) => string) =>
    Object.entries(nodes)
      .filter(([, n]) => n.reused)
      .map(([id]) => titleOf(id))
      .join(', ') || T.none
  const started = (run: WorkflowRun) => formatFullDate(run.started_at ?? run.created_at)
  const differenceS = (wallSeconds(b) ?? 0) - (wallSeconds(a) ?? 0)
  return [
    { name: T.started, a: started(a), b: started(b), differs: false },
    { name: T.took, a: took(a), b: took(b), difference: signed(differenceS, (s) => T.seconds(formatDecimal(s, 1))) },
    {
      name: T.frames,
      a: formatCount(a.progress.frames_done),
      b: formatCount(b.progress.frames_done),
      difference: signed(b.progress.frames_done - a.progress.frames_done, formatCount),
    },
    {
      name: T.rate,
      a: rate(a),
      b: rate(b),
      difference: signed((runSpeed(b) ?? 0) - (runSpeed(a) ?? 0), (r) => T.framesPerSecond(formatDecimal(r, 1))),
    },
    { name: T.realTime, a: realTime(a), b: realTime(b), difference: '' },
    { name: T.reused, a: reused(a, blocksA.titleOf), b: reused(b, blocksB.titleOf) },
  ]
}

/** Matched by id: a block that is kept between versions of the workflow keeps its id. */
function blockFacts(a: Side, b: Side): Fact[] {
  const ids = [...new Set([...a.blocks.order, ...b.blocks.order])].filter(
    (id) => a.run.nodes[id] !== undefined || b.run.nodes[id] !== undefined,
  )
  const text = (ms: number | undefined) => (ms === undefined ? T.none : T.ms(formatDecimal(ms, 2)))
  return ids.map((id) => {
    const [one, two] = [a.run.nodes[id]?.ms_per_frame, b.run.nodes[id]?.ms_per_frame]
    const title = a.blocks.order.includes(id) ? a.blocks.titleOf(id) : b.blocks.titleOf(id)
    const difference =
      one === undefined || two === undefined ? T.differs : signed(two - one, (ms) => T.ms(formatDecimal(ms, 2)))
    return { name: title, a: text(one), b: text(two), difference, differs: difference !== '' }
  })
}

/** Empty for a value that rounds to zero. */
function signed(value: number, text: (size: number) => string): string {
  if (text(Math.abs(value)) === text(0)) return ''
  return `${value > 0 ? '+' : '−'}${text(Math.abs(value))}`
}
