/** Facts about the two runs: their settings with every block and wire that differs, and their durations. */
import { useMemo } from 'react'
import type { WorkflowRun } from '../../../../shared/domain/run.ts'
import type { Graph } from '../../../../shared/graph/graph.ts'
import { formatDecimal, formatDuration, formatFullDate, formatRate } from '../../../base/format/format.ts'
import { deviceName } from '../../../parts/model/devices/device-text.ts'
import { runSpeed, wallSeconds } from '../../../parts/run/progress/run-speed.ts'
import { GraphDiff } from '../../../parts/workflow/graph-diff/graph-diff.tsx'
import { formatCount } from '../../../texts/plural.ts'
import { texts } from '../../../texts/texts.ts'
import classes from '../comparison/compare.module.css'
import type { Manifest, Side } from '../comparison/use-comparison.ts'

const T = texts.compare.facts

interface SettingsPanelProps {
  a: Side
  b: Side
  manifests: { a: Manifest | null | undefined; b: Manifest | null | undefined }
}

export function SettingsPanel({ a, b, manifests }: SettingsPanelProps) {
  const [one, two] = [toldOf(a, manifests.a ?? null), toldOf(b, manifests.b ?? null)]
  const facts: Fact[] = [...new Set([...one.keys(), ...two.keys()])].map((name) => ({
    name,
    a: one.get(name) ?? T.none,
    b: two.get(name) ?? T.none,
  }))
  const before = useMemo(() => drawnOf(a.blocks), [a.blocks])
  const after = useMemo(() => drawnOf(b.blocks), [b.blocks])
  return (
    <div className={classes.page}>
      <FactsTable title={T.settings} facts={facts} />
      <section aria-label={T.graph}>
        <h2>{T.graph}</h2>
        {before && after ? <GraphDiff before={before} after={after} /> : <p>{T.graphMissing}</p>}
      </section>
    </div>
  )
}

const drawnOf = ({ graph, layout }: Side['blocks']) => (graph ? { graph, layout } : null)

/** Facts by name, in display order. */
function toldOf({ run, blocks }: Side, manifest: Manifest | null): Map<string, string> {
  const { media } = run
  const source = blocks.graph?.nodes.find((n) => n.type === 'source')
  const sampleFps = manifest?.settings?.sample_fps ?? numberOf(source, 'sample_fps')
  const stopS = manifest?.settings?.duration_s ?? null
  const facts = new Map([
    [T.workflow, run.workflow_name],
    [T.source, run.source?.name ?? T.unknown],
    [T.content, manifest?.source?.sha256?.slice(0, 12) ?? T.unknown],
    [T.size, media ? `${media.width} × ${media.height}` : T.unknown],
    [T.length, media?.duration_seconds ? formatDuration(media.duration_seconds) : T.unknown],
    [T.nativeRate, media?.native_fps ? T.perSecond(formatRate(media.native_fps)) : T.unknown],
    [T.sampleRate, sampleFps === null ? T.everyFrame : T.perSecond(formatRate(sampleFps))],
    [T.stopsAfter, stopS === null ? T.wholeVideo : formatDuration(stopS)],
  ])
  for (const { node_id, name, sha256 } of manifest?.models ?? [])
    facts.set(T.model(blocks.titleOf(node_id)), T.version(name, sha256.slice(0, 8)))
  for (const [id, { device }] of Object.entries(run.nodes))
    if (device)
      facts.set(T.device(blocks.titleOf(id)), device.fell_back ? T.fellBack(deviceName(device)) : deviceName(device))
  if (manifest?.versions?.sightline) facts.set(T.sightline, `Sightline ${manifest.versions.sightline}`)
  return facts
}

function numberOf(node: Graph['nodes'][number] | undefined, field: string): number | null {
  const value = node?.config[field]
  return typeof value === 'number' ? value : null
}

/** Runs within this factor of each other are called equally fast. */
const ALIKE = 1.05

/** The duration of the runs, as a whole and block by block. */
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

interface Fact {
  name: string
  a: string
  b: string
  /** Replaces the text that marks a difference. */
  difference?: string
  /** Overrides the comparison of the displayed texts. */
  differs?: boolean
}

/** A table of facts about both runs; differences are marked with text, not by colour alone. */
function FactsTable({ title, facts }: { title: string; facts: readonly Fact[] }) {
  return (
    <table className={classes.facts}>
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">{T.name}</th>
          <th scope="col">{texts.compare.run('1')}</th>
          <th scope="col">{texts.compare.run('2')}</th>
          <th scope="col">{T.difference}</th>
        </tr>
      </thead>
      <tbody>
        {facts.map(({ name, a, b, difference, differs = a !== b }) => (
          <tr key={name} data-differs={differs || undefined}>
            <th scope="row">{name}</th>
            <td title={a}>{a}</td>
            <td title={b}>{b}</td>
            <td>{difference ?? (differs ? T.differs : '')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
