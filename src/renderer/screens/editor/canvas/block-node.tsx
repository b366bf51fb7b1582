/** A block on the canvas. It subscribes by its id to its own slice of the document, the problems and the run. */
import { Tooltip } from '@mantine/core'
import type { NodeProps } from '@xyflow/react'
import { memo, useEffect, useRef } from 'react'
import type { NodeFigures } from '../../../../shared/domain/run.ts'
import { formatDecimal } from '../../../base/format/format.ts'
import { leftOut, titleById } from '../../../parts/workflow/document/document.ts'
import { LOCALE } from '../../../texts/language.ts'
import { texts } from '../../../texts/texts.ts'
import { BlockIcon, blockColor, LEVEL_MARKS } from '../blocks/block-icons.tsx'
import { useSummary } from '../blocks/block-summary.ts'
import { type BlockItem, type PlacedPort, placedPorts } from '../canvas-state/canvas-store.ts'
import { PreviewFigures, Thumbnail } from '../preview/block-preview.tsx'
import { useDocument, useIssues, useRun, useSession } from '../session/editor-context.ts'
import { setUi, useUi } from '../session/ui-store.ts'
import classes from './block-node.module.css'
import { MapBlock } from './map/map-layer.tsx'
import { useSettled } from './map/view-move.ts'
import { Port } from './port.tsx'
import { useFar, useTargetSize, useTiny } from './use-zoom.ts'

const words = texts.editor.canvas.figures
const number = new Intl.NumberFormat(LOCALE)

/** The live figures of a block in the current run: one line below it. It subscribes to this block's figures only. */
function LiveFigures({ nodeId, kind, far }: { nodeId: string; kind: string; far: boolean }) {
  const figures = useRun((s) => s.run?.nodes[nodeId])
  if (!figures) return null
  const list = figureList(figures, kind)
  // From afar only two figures fit, the first and the last: amount and speed.
  const shown = far ? list.filter((_, i) => i === 0 || i === list.length - 1) : list
  return (
    <dl className={classes.figures}>
      {shown.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Returns the names and values that matter for a kind; exported for tests. */
export function figureList(f: NodeFigures, kind: string): [string, string][] {
  // Only a condition emits fewer frames than it receives; elsewhere the difference is work in progress.
  const done = kind === 'condition' ? `${number.format(f.frames_in)} → ${number.format(f.frames_out)}` : undefined
  const frames: [string, string] = [words.frames, done ?? number.format(f.frames_out || f.frames_in)]
  const list: [string, string][] = [frames]
  if (kind === 'measure') list.push([words.events, number.format(f.events)])
  else if (f.detections > 0) list.push([words.found, number.format(f.detections)])
  list.push(['ms', formatDecimal(f.ms_per_frame, f.ms_per_frame >= 10 ? 0 : 1)])
  return list
}

export const BlockNode = memo(function BlockNode(props: NodeProps<BlockItem>) {
  const tiny = useTiny()
  const settled = useSettled()
  return tiny || !settled ? <MapBlock {...props} /> : <WholeBlock {...props} />
})

/** The badge of a block with problems; a click shows them. */
function IssueBadge({ nodeId }: { nodeId: string }) {
  const issues = useIssues((s) => s.byNode.get(nodeId))
  const { documents } = useSession()
  const size = useTargetSize()
  const [first] = issues ?? []
  if (!issues || !first) return null
  const several = first.level === 'todo' ? texts.editor.canvas.block.todos : texts.editor.canvas.block.problems
  const label = issues.length === 1 ? first.message : several(issues.length, first.message)
  const Mark = LEVEL_MARKS[first.level]
  return (
    <Tooltip label={label} multiline w={260} position="top" openDelay={150}>
      <button
        type="button"
        className={`${classes.badge} nodrag`}
        data-level={first.level}
        style={{ '--size': `${size}px` } as React.CSSProperties}
        aria-label={label}
        onClick={() => {
          documents.getState().select({ nodes: [nodeId], edges: [] })
          setUi({ dock: 'problems' })
        }}
      >
        <Mark size={Math.round(size * 0.8)} aria-hidden />
      </button>
    </Tooltip>
  )
}

function WholeBlock({ id, data, selected }: NodeProps<BlockItem>) {
  const far = useFar()
  const activity = useRun((s) => activityOf(s.run?.status, s.run?.error?.node_id === id))
  const ports = placedPorts(data.kind)
  const off = useDocument((s) => s.doc.layout.switches?.[id])
  const idle = useDocument((s) => leftOut(s.doc).has(id))
  return (
    <div
      className={classes.block}
      style={{ '--block': blockColor(data.kind) } as React.CSSProperties}
      data-selected={selected || undefined}
      data-activity={activity}
      data-far={far || undefined}
      data-kind={data.kind}
      data-switch={off}
      data-idle={idle || undefined}
    >
      <div className={classes.bar} />
      <div className={classes.head}>
        <span className={classes.icon}>
          <BlockIcon kind={data.kind} size={far ? 26 : 18} />
        </span>
        <div className={classes.words}>
          <Title id={id} kind={data.kind} />
          {!far && <Summary id={id} />}
        </div>
      </div>
      <PortNames ports={ports} />
      {ports.map(({ spec, top }) => (
        <Port key={`${spec.side}-${spec.port.id}`} nodeId={id} spec={spec} top={top} />
      ))}
      <Thumbnail nodeId={id} kind={data.kind} />
      <LiveFigures nodeId={id} kind={data.kind} far={far} />
      <PreviewFigures nodeId={id} far={far} />
      <IssueBadge nodeId={id} />
      {off && (
        <span className={classes.switch}>
          {off === 'muted' ? texts.editor.canvas.block.muted : texts.editor.canvas.block.bypassed}
        </span>
      )}
    </div>
  )
}

function activityOf(status: string | undefined, failedHere: boolean): 'running' | 'failed' | undefined {
  if (failedHere) return 'failed'
  return status === 'processing' ? 'running' : undefined
}

interface BlockTitleProps {
  title: string
  editing: boolean
  /** Accessible name. */
  label?: string
  onEdit(): void
  /** Receives the new name, or null to keep the old one. */
  onDone(title: string | null): void
}

/** A block's name; a double click edits it in place. Enter and blur save, Escape discards. */
export function BlockTitle({
  title,
  editing,
  label = texts.editor.canvas.block.name,
  onEdit,
  onDone,
}: BlockTitleProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!editing) return
    // Runs after React Flow has focused the node itself.
    const frame = requestAnimationFrame(() => input.current?.select())
    return () => cancelAnimationFrame(frame)
  }, [editing])

  if (!editing) {
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: F2 and the side panel rename by keyboard
      <div className={classes.title} title={title} onDoubleClick={onEdit}>
        {title}
      </div>
    )
  }
  return (
    <input
      ref={input}
      className={`${classes.rename} nodrag nopan`}
      defaultValue={title}
      aria-label={label}
      maxLength={80}
      data-own-undo
      onBlur={(e) => onDone(e.currentTarget.value)}
      onDoubleClick={(e) => e.stopPropagation()}
      onKeyDown={(e) => {
        e.stopPropagation()
        if (e.key === 'Enter') e.currentTarget.blur()
        if (e.key === 'Escape') onDone(null)
      }}
    />
  )
}

function Title({ id, kind }: { id: string; kind: string }) {
  const title = useDocument((s) => titleById(s.doc, id, kind))
  const editing = useUi((s) => s.renaming === id)
  const { documents } = useSession()
  return (
    <BlockTitle
      title={title}
      editing={editing}
      onEdit={() => setUi({ renaming: id })}
      onDone={(next) => {
        setUi({ renaming: null })
        if (next !== null) documents.getState().run({ type: 'title', nodeId: id, title: next })
      }}
    />
  )
}

function Summary({ id }: { id: string }) {
  const text = useSummary(id)
  return (
    <div className={classes.summary} title={text}>
      {text}
    </div>
  )
}

function PortNames({ ports }: { ports: readonly PlacedPort[] }) {
  const named = ports.filter((p) => p.named)
  if (named.length === 0) return null
  return (
    <ul className={classes.ports}>
      {named.map(({ spec }) => (
        <li key={`${spec.side}-${spec.port.id}`} data-side={spec.side}>
          {spec.port.title}
        </li>
      ))}
    </ul>
  )
}
