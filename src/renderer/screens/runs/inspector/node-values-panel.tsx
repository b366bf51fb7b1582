/** The figures of each block for the whole run, and above them each block's output at the current frame. */
import { Tooltip } from '@mantine/core'
import { useMemo } from 'react'
import type { Model } from '../../../../shared/api/models.ts'
import { isBlockKind } from '../../../../shared/blocks/catalogue.ts'
import { markOf } from '../../../../shared/domain/conversion.ts'
import type { DeviceUsed } from '../../../../shared/domain/device.ts'
import { isTerminal, type LogLine, type NodeFigures, type WorkflowRun } from '../../../../shared/domain/run.ts'
import type { MessageCode } from '../../../../shared/messages/message.ts'
import { formatDecimal, formatFullDate, formatTimecode } from '../../../base/format/format.ts'
import panel from '../../../base/ui/panel.module.css'
import { BLOCK_COLORS } from '../../../base/ui/tokens.ts'
import { deviceName } from '../../../parts/model/devices/device-text.ts'
import classes from '../../../parts/run/inspector/inspector.module.css'
import type { Inspection } from '../../../parts/run/inspector/use-inspection.ts'
import { usePlaybackValue } from '../../../parts/run/player/playback.ts'
import type { RunBlocks } from '../../../parts/run/progress/use-run-blocks.ts'
import { lineParser } from '../../../parts/run/records/files/parse-body.ts'
import { useRecords } from '../../../parts/run/records/use-records.ts'
import { messageText } from '../../../texts/message-text.ts'
import { formatCount } from '../../../texts/plural.ts'
import { texts } from '../../../texts/texts.ts'
import { LOG_LINES, parseLogLine } from '../panels/record-panels.tsx'

interface NodeValuesPanelProps {
  run: WorkflowRun
  blocks: RunBlocks
  inspection: Inspection
  /** Null while the run has no log file. */
  logUrl: string | null
  log: readonly LogLine[]
}

const TELLING = new Set(['model', 'track', 'measure'])

export function NodeValuesPanel({ run, blocks, inspection, logUrl, log }: NodeValuesPanelProps) {
  const fallbacks = useFallbackReasons(fellBack(run) ? logUrl : null, log)
  const telling = blocks.order.filter((id) => TELLING.has(blocks.kindOf(id) ?? ''))
  return (
    <div className={panel.panel}>
      <div className={panel.fill}>
        <BlocksPanel run={run} blocks={blocks} fallbacks={fallbacks} />
      </div>
      {telling.length > 0 && inspection.frames.index.frameCount > 0 && (
        <section className={classes.values} aria-label={texts.runs.inspector.values.atThisFrame}>
          <h2>
            {texts.runs.inspector.values.at} <Now inspection={inspection} />
          </h2>
          <dl>
            {telling.map((id) => (
              <Value key={id} id={id} blocks={blocks} inspection={inspection} />
            ))}
          </dl>
        </section>
      )}
    </div>
  )
}

/** The log is read only for this. */
const fellBack = ({ nodes }: WorkflowRun): boolean => Object.values(nodes).some(({ device }) => device?.fell_back)

const Now = ({ inspection: { playback } }: { inspection: Inspection }) => usePlaybackValue(playback, formatTimecode)

const UNITS: Record<string, string> = {
  model: texts.runs.inspector.values.kept,
  track: texts.runs.inspector.values.tracks,
  measure: '',
}

function Value({ id, blocks, inspection }: Pick<NodeValuesPanelProps, 'blocks' | 'inspection'> & { id: string }) {
  const kind = blocks.kindOf(id)
  const value = usePlaybackValue(inspection.playback, (t) => nodeValue(inspection, { id, kind }, t) ?? '')
  return (
    <>
      <dt>{blocks.titleOf(id)}</dt>
      <dd>{value === '' ? texts.runs.inspector.values.notLookedAt : `${value} ${UNITS[kind ?? ''] ?? ''}`}</dd>
    </>
  )
}

/**
 * The output of a block at the current frame, derived from the run's files.
 * Detections of a model, tracks of a tracker, counts so far of a measure block; null for every other block.
 */
export function nodeValue(
  { frames: { index }, frameS, scene, counts }: Pick<Inspection, 'frames' | 'frameS' | 'scene' | 'counts'>,
  node: { id: string; kind: string | undefined },
  timeS: number,
): string | null {
  const before = index.frameAtOrBefore(timeS)
  const at = before >= 0 && timeS - index.timeOf(before) <= frameS * 1.5 ? before : -1
  if (node.kind === 'measure') {
    if (!counts) return null
    const moment = { timeS, frameNumber: at >= 0 ? index.frameNumberOf(at) : null }
    const own = scene.geometries.filter((g) => g.nodeId === node.id)
    return own.map((g) => `${g.name}: ${counts.label(g.kind, g.nodeId, g.name, moment)}`).join('; ')
  }
  if (at < 0) return null
  if (node.kind === 'model') return String(index.detectionsOf(at).filter((d) => d.modelNodeId === node.id).length)
  if (node.kind === 'track') return String(index.detectionsOf(at).filter((d) => d.trackId !== null).length)
  return null
}

/** The message of a device that failed; others about devices report the choice of `auto`. */
const FAILED: MessageCode = 'log.device_failed'

/** @param logUrl null while the run has no log file: the live lines are read then */
function useFallbackReasons(logUrl: string | null, live: readonly LogLine[]): ReadonlyMap<string, string> {
  const file = useRecords(logUrl, lineParser, LOG_LINES)
  return useMemo(() => fallbackReasons(logUrl === null ? live : file.items.map(parseLogLine)), [logUrl, live, file])
}

/** The first one of each block: a device that failed is not opened again in the same run. */
function fallbackReasons(lines: readonly LogLine[]): Map<string, string> {
  const reasons = new Map<string, string>()
  for (const line of lines) {
    const { node_id, text } = line
    if (node_id === null || text?.code !== FAILED || reasons.has(node_id)) continue
    reasons.set(node_id, messageText(line))
  }
  return reasons
}

interface BlocksPanelProps {
  run: WorkflowRun
  blocks: RunBlocks
  /** The log’s sentences about devices that failed, by block. */
  fallbacks: ReadonlyMap<string, string>
}

/** Statistics of each block: frames, detections, events and processing time. */
function BlocksPanel({ run, blocks, fallbacks }: BlocksPanelProps) {
  const rows = blocks.order.length > 0 ? blocks.order : Object.keys(run.nodes)
  const slowest = Math.max(0.001, ...Object.values(run.nodes).map((n) => n.ms_per_frame))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll the table where it is wider than the panel
    <section className={panel.scroll} aria-label={texts.outline.tree} tabIndex={0}>
      <table className={panel.blocks}>
        <thead>
          <tr>
            <th scope="col">{texts.runs.panels.blocks.block}</th>
            <th scope="col">{texts.runs.words.frames}</th>
            <th scope="col">{texts.runs.panels.blocks.detections}</th>
            <th scope="col">{texts.runs.events.panel.title}</th>
            <th scope="col">{texts.runs.panels.blocks.msPerFrame}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((id) => (
            <tr key={id} data-failed={run.error?.node_id === id || undefined}>
              <th scope="row">
                <BlockName id={id} blocks={blocks} />
                <Reused figures={run.nodes[id]} />
                <UsedDevice device={run.nodes[id]?.device} reason={fallbacks.get(id)} />
                <OtherOptions figures={run.nodes[id]} model={blocks.modelOf(id)} />
                <Doubt figures={run.nodes[id]} hasEnded={isTerminal(run.status)} />
              </th>
              <Figures figures={run.nodes[id]} slowest={slowest} />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function BlockName({ id, blocks }: { id: string; blocks: RunBlocks }) {
  const kind = blocks.kindOf(id)
  const color = isBlockKind(kind) ? BLOCK_COLORS[kind] : 'var(--sl-faint)'
  return (
    <span className={panel.block}>
      <i style={{ background: color }} aria-hidden="true" />
      {blocks.titleOf(id)}
    </span>
  )
}

/** “Found little” is a judgement of a whole run: a video may begin empty. */
function Doubt({ figures, hasEnded }: { figures: NodeFigures | undefined; hasEnded: boolean }) {
  if (hasEnded && figures?.little_found) return <span className={panel.reused}>{texts.runs.littleFound.short}</span>
  return figures?.doubt && <span className={panel.reused}>{texts.runs.doubt.short}</span>
}

/** The model has other options by now than those of the run. */
function OtherOptions({ figures, model }: { figures: NodeFigures | undefined; model: Model | undefined }) {
  if (!figures || !model || markOf(model.conversion) === (figures.conversion_mark ?? null)) return null
  return (
    <Tooltip label={texts.runs.panels.blocks.otherOptionsHint} multiline maw={300}>
      <span className={panel.reused}>{texts.runs.panels.blocks.otherOptions}</span>
    </Tooltip>
  )
}

function Reused({ figures }: { figures: NodeFigures | undefined }) {
  if (!figures?.reused) return null
  const from = formatFullDate(figures.reused.made_at)
  return (
    <Tooltip label={texts.runs.panels.blocks.reusedFrom(from)}>
      <span className={panel.reused}>{texts.runs.panels.blocks.reused}</span>
    </Tooltip>
  )
}

interface UsedDeviceProps {
  device: DeviceUsed | undefined
  reason: string | undefined
}

/** A general sentence stands for a reason that the log lacks, such as one of a later version. */
function UsedDevice({ device, reason = texts.devices.used.noReason }: UsedDeviceProps) {
  if (!device) return null
  if (!device.fell_back) return <span className={panel.device}>{deviceName(device)}</span>
  return (
    <span className={panel.fallback}>
      <b>{texts.devices.used.fellBack}</b> {reason}
    </span>
  )
}

function Figures({ figures, slowest }: { figures: NodeFigures | undefined; slowest: number }) {
  if (!figures) return [1, 2, 3, 4].map((n) => <td key={n} data-none />)
  const { frames_in, frames_out, detections, events, ms_per_frame } = figures
  return (
    <>
      <Count value={Math.max(frames_in, frames_out)} />
      <Count value={detections} />
      <Count value={events} />
      <td>
        <span className={panel.cost}>
          <i aria-hidden="true">
            <b style={{ width: `${(ms_per_frame / slowest) * 100}%` }} />
          </i>
          <em>{formatDecimal(ms_per_frame, ms_per_frame < 9.95 ? 1 : 0)}</em>
        </span>
      </td>
    </>
  )
}

const Count = ({ value }: { value: number }) => <td data-none={value === 0 || undefined}>{formatCount(value)}</td>
