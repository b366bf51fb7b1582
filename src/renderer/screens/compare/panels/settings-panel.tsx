/** The settings of the runs: source, models and their versions, rates, and every block and wire that differs. */
import { useMemo } from 'react'
import type { Graph } from '../../../../shared/graph/graph.ts'
import { formatDuration, formatRate } from '../../../base/format/format.ts'
import { deviceName } from '../../../parts/model/devices/device-text.ts'
import { GraphDiff } from '../../../parts/workflow/graph-diff/graph-diff.tsx'
import { texts } from '../../../texts/texts.ts'
import classes from '../comparison/compare.module.css'
import type { Manifest } from '../comparison/use-manifest.ts'
import type { Side } from '../comparison/use-side.ts'
import { type Fact, FactsTable } from './facts-table.tsx'

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
