/** Statistics of each block: frames, detections, events and processing time. */

import { Tooltip } from '@mantine/core'
import type { Model } from '../../../../shared/api/models.ts'
import { isBlockKind } from '../../../../shared/blocks/catalogue.ts'
import { markOf } from '../../../../shared/domain/conversion.ts'
import type { DeviceUsed } from '../../../../shared/domain/device.ts'
import { isTerminal, type NodeFigures, type WorkflowRun } from '../../../../shared/domain/run.ts'
import { formatDecimal, formatFullDate } from '../../../base/format/format.ts'
import classes from '../../../base/ui/panel.module.css'
import { BLOCK_COLORS } from '../../../base/ui/tokens.ts'
import { deviceName } from '../../../parts/model/devices/device-text.ts'
import type { RunBlocks } from '../../../parts/run/progress/use-run-blocks.ts'
import { formatCount } from '../../../texts/plural.ts'
import { texts } from '../../../texts/texts.ts'

interface BlocksPanelProps {
  run: WorkflowRun
  blocks: RunBlocks
  /** The log’s sentences about devices that failed, by block. */
  fallbacks: ReadonlyMap<string, string>
}

export function BlocksPanel({ run, blocks, fallbacks }: BlocksPanelProps) {
  const rows = blocks.order.length > 0 ? blocks.order : Object.keys(run.nodes)
  const slowest = Math.max(0.001, ...Object.values(run.nodes).map((n) => n.ms_per_frame))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll the table where it is wider than the panel
    <section className={classes.scroll} aria-label={texts.outline.tree} tabIndex={0}>
      <table className={classes.blocks}>
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
    <span className={classes.block}>
      <i style={{ background: color }} aria-hidden="true" />
      {blocks.titleOf(id)}
    </span>
  )
}

/** “Found little” is a judgement of a whole run: a video may begin empty. */
function Doubt({ figures, hasEnded }: { figures: NodeFigures | undefined; hasEnded: boolean }) {
  if (hasEnded && figures?.little_found) return <span className={classes.reused}>{texts.runs.littleFound.short}</span>
  return figures?.doubt && <span className={classes.reused}>{texts.runs.doubt.short}</span>
}

/** The model has other options by now than those of the run. */
function OtherOptions({ figures, model }: { figures: NodeFigures | undefined; model: Model | undefined }) {
  if (!figures || !model || markOf(model.conversion) === (figures.conversion_mark ?? null)) return null
  return (
    <Tooltip label={texts.runs.panels.blocks.otherOptionsHint} multiline maw={300}>
      <span className={classes.reused}>{texts.runs.panels.blocks.otherOptions}</span>
    </Tooltip>
  )
}

function Reused({ figures }: { figures: NodeFigures | undefined }) {
  if (!figures?.reused) return null
  const from = formatFullDate(figures.reused.made_at)
  return (
    <Tooltip label={texts.runs.panels.blocks.reusedFrom(from)}>
      <span className={classes.reused}>{texts.runs.panels.blocks.reused}</span>
    </Tooltip>
  )
}

interface UsedDeviceProps {
  device: DeviceUsed | undefined
  reason: string | undefined
}

/** Without a line in the log, such as that of a later version, a general sentence stands for the reason. */
function UsedDevice({ device, reason = texts.devices.used.noReason }: UsedDeviceProps) {
  if (!device) return null
  if (!device.fell_back) return <span className={classes.device}>{deviceName(device)}</span>
  return (
    <span className={classes.fallback}>
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
        <span className={classes.cost}>
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
