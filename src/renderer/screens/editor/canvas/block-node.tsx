/** A block on the canvas. It subscribes by its id to its own slice of the document, the problems and the run. */
import type { NodeProps } from '@xyflow/react'
import { memo } from 'react'
import { titleById } from '../../../parts/workflow/document/document.ts'
import { leftOut } from '../../../parts/workflow/document/left-out.ts'
import { texts } from '../../../texts/texts.ts'
import { BlockIcon, blockColor } from '../blocks/block-icons.tsx'
import { useSummary } from '../blocks/use-summary.ts'
import type { BlockItem } from '../canvas-state/canvas-store.ts'
import { type PlacedPort, placedPorts } from '../canvas-state/port-places.ts'
import { PreviewFigures } from '../preview/preview-figures.tsx'
import { Thumbnail } from '../preview/thumbnail.tsx'
import { useDocument, useRun, useSession, useUi } from '../session/editor-context.ts'
import { setUi } from '../session/ui-store.ts'
import classes from './block-node.module.css'
import { BlockTitle } from './block-title.tsx'
import { IssueBadge } from './issue-badge.tsx'
import { LiveFigures } from './live-figures.tsx'
import { MapBlock } from './map/map-block.tsx'
import { useSettled } from './map/view-move.ts'
import { Port } from './port.tsx'
import { useFar, useTiny } from './use-far.ts'

export const BlockNode = memo(function BlockNode(props: NodeProps<BlockItem>) {
  const tiny = useTiny()
  const settled = useSettled()
  return tiny || !settled ? <MapBlock {...props} /> : <WholeBlock {...props} />
})

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
