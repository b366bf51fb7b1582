/** The wires of a block as a list: the keyboard alternative to the pointer on the canvas. */
import { ActionIcon, Menu, Text, Tooltip, UnstyledButton } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useMemo } from 'react'
import type { BlockKind } from '../../../../shared/blocks/block.ts'
import { isBlockKind } from '../../../../shared/blocks/catalogue.ts'
import type { Graph } from '../../../../shared/graph/graph.ts'
import { BLOCKS } from '../../../base/blocks/block-text.ts'
import { PORT_COLORS } from '../../../base/ui/tokens.ts'
import { edgeIds, findNode, titleOf, withHandles } from '../../../parts/workflow/document/document.ts'
import { texts } from '../../../texts/texts.ts'
import { nodesThatTake, type WireEnd } from '../document/wiring.ts'
import { useControls, useDocument, useSession } from '../session/editor-context.ts'
import classes from './panels.module.css'

interface NamedEnd extends WireEnd {
  title: string
  color: string
}

export function BlockWires({ nodeId }: { nodeId: string }) {
  const type = useDocument((s) => findNode(s.doc.graph, nodeId)?.type)
  const ends = useMemo(() => (type && isBlockKind(type) ? endsOf(nodeId, BLOCKS[type]) : []), [type, nodeId])
  if (ends.length === 0) return null
  return (
    <section className={classes.wires} aria-label={texts.editor.panels.wires.title}>
      <h3>{texts.editor.panels.wires.title}</h3>
      {ends.map((end) => (
        <PortWires key={`${end.side}-${end.port}`} end={end} />
      ))}
    </section>
  )
}

const endsOf = (nodeId: string, { inputs, outputs }: BlockKind): NamedEnd[] => [
  ...inputs.map((p) => ({
    nodeId,
    port: p.id,
    side: 'target' as const,
    title: inputs.length === 1 ? texts.editor.panels.wires.from : texts.editor.panels.wires.portFrom(p.title),
    color: p.accepts.length === 1 && p.accepts[0] ? PORT_COLORS[p.accepts[0]] : 'var(--sl-faint)',
  })),
  ...outputs.map((p) => ({
    nodeId,
    port: p.id,
    side: 'source' as const,
    title: outputs.length === 1 ? texts.editor.panels.wires.to : texts.editor.panels.wires.portTo(p.title),
    color: PORT_COLORS[p.type],
  })),
]

/** Returns the edges at a port, with their ids. */
function wiresAt(graph: Graph, end: WireEnd) {
  const ids = edgeIds(graph.edges)
  return graph.edges.flatMap((edge, i) => {
    if ((end.side === 'source' ? edge.source : edge.target) !== end.nodeId) return []
    const { source, sourceHandle, target, targetHandle } = withHandles(graph, edge)
    const port = end.side === 'source' ? sourceHandle : targetHandle
    return port === end.port ? [{ id: ids[i] as string, source, target }] : []
  })
}

function PortWires({ end }: { end: NamedEnd }) {
  const { title, color } = end
  const { documents } = useSession()
  const { actions } = useControls()
  const doc = useDocument((s) => s.doc)
  const mine = useMemo(() => wiresAt(doc.graph, end), [doc.graph, end])
  const others = useMemo(() => nodesThatTake(doc.graph, end), [doc.graph, end])
  const nameOf = (id: string) => {
    const node = findNode(doc.graph, id)
    return node ? titleOf(doc, node) : id
  }
  return (
    <div className={classes.wireRow}>
      <span className={classes.dot} style={{ background: color }} />
      <Text size="xs" c="dimmed" className={classes.wireTitle}>
        {title}
      </Text>
      <ul>
        {mine.map((e) => {
          const other = end.side === 'source' ? e.target : e.source
          return (
            <li key={e.id}>
              <UnstyledButton className={classes.wireName} onClick={() => actions.showNode(other)}>
                {nameOf(other)}
              </UnstyledButton>
              <ActionIcon
                size={24}
                aria-label={texts.editor.panels.wires[end.side === 'source' ? 'removeTo' : 'removeFrom'](nameOf(other))}
                onClick={() => documents.getState().run({ type: 'remove', nodeIds: [], edgeIds: [e.id] })}
              >
                <IconX size={12} />
              </ActionIcon>
            </li>
          )
        })}
        {mine.length === 0 && (
          <li>
            <Text size="xs" c="dimmed">
              {texts.editor.panels.wires.nothing}
            </Text>
          </li>
        )}
      </ul>
      {others.length > 0 && (
        <Menu position="bottom-end" width={200}>
          <Menu.Target>
            <Tooltip label={texts.editor.panels.wires.connect}>
              <ActionIcon size={24} aria-label={texts.editor.panels.wires.connectPort(title)}>
                <IconPlus size={14} />
              </ActionIcon>
            </Tooltip>
          </Menu.Target>
          <Menu.Dropdown mah={260} style={{ overflowY: 'auto' }}>
            {others.slice(0, 50).map((n) => (
              <Menu.Item key={n.id} onClick={() => actions.connectTo(end, n.id)}>
                {titleOf(doc, n)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  )
}
