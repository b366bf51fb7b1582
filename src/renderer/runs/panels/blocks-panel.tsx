/** What each block did: frames, detections, events, and where the time went. */

import { Tooltip } from '@mantine/core'
import { isBlockKind } from '../../../shared/blocks/catalogue.ts'
import type { NodeFigures, WorkflowRun } from '../../../shared/domain/run.ts'
import { formatCount } from '../../messages/plural.ts'
import { formatFullDate } from '../../ui/format.ts'
import { BLOCK_COLORS } from '../../ui/tokens.ts'
import type { RunBlocks } from '../use-run-blocks.ts'
import classes from './panel.module.css'

export function BlocksPanel({ run, blocks }: { run: WorkflowRun; blocks: RunBlocks }) {
  const rows = blocks.order.length > 0 ? blocks.order : Object.keys(run.nodes)
  const slowest = Math.max(0.001, ...Object.values(run.nodes).map((n) => n.ms_per_frame))
  return (
    <div className={classes.scroll}>
      <table className={classes.blocks}>
        <thead>
          <tr>
            <th scope="col">Block</th>
            <th scope="col">Frames</th>
            <th scope="col">Detections</th>
            <th scope="col">Events</th>
            <th scope="col">ms/frame</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((id) => (
            <tr key={id} data-failed={run.error?.node_id === id || undefined}>
              <th scope="row">
                <BlockName id={id} blocks={blocks} />
                <Reused figures={run.nodes[id]} />
              </th>
              <Figures figures={run.nodes[id]} slowest={slowest} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
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

function Reused({ figures }: { figures: NodeFigures | undefined }) {
  if (!figures?.reused) return null
  const from = formatFullDate(figures.reused.made_at)
  return (
    <Tooltip label={`Found by a run of ${from}; nothing upstream of it has changed since`}>
      <span className={classes.reused}>Reused</span>
    </Tooltip>
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
          <em>{ms_per_frame.toFixed(ms_per_frame < 9.95 ? 1 : 0)}</em>
        </span>
      </td>
    </>
  )
}

const Count = ({ value }: { value: number }) => <td data-none={value === 0 || undefined}>{formatCount(value)}</td>
