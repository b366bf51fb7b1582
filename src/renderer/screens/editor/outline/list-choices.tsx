/** The contents of a row's lists: actions, blocks to add or insert, wires to draw or remove. */
import { BLOCK_KINDS, type BlockKindName } from '../../../../shared/blocks/catalogue.ts'
import { BLOCKS } from '../../../base/blocks/block-text.ts'
import { edgeIds, findNode, withHandles } from '../../../parts/workflow/document/document.ts'
import { texts } from '../../../texts/texts.ts'
import { BlockIcon } from '../blocks/block-icons.tsx'
import { planWire } from '../document/wiring.ts'
import { blocksAfter, blocksBetween, type WireChoice, wiresOf, wiresToDraw } from './choices.ts'
import type { Choice } from './chooser.tsx'
import { actionsOf, type ItemContext, type ListName } from './item-actions.ts'
import { nameOf } from './item-text.ts'
import { idOf } from './use-tree.ts'

const words = texts.outline

export interface OpenList {
  title: string
  choices: Choice[]
}

export function openedList(list: ListName, context: ItemContext): OpenList {
  const { doc } = context.session.documents.getState()
  const id = idOf(context.item)
  const block = id !== null && findNode(doc.graph, id) ? id : null
  const name = id === null ? '' : nameOf(doc, id)
  if (list === 'actions') {
    return { title: id === null ? words.actions.workflow : words.actions.title(name), choices: actionsOf(context) }
  }
  if (block === null || list === 'loose') return { title: words.add.first, choices: looseBlocks(context) }
  switch (list) {
    case 'add':
      return { title: words.add.after(name), choices: blocksBehind(context, block, name) }
    case 'insert':
      return { title: words.insert.title(name), choices: blocksInWires(context, block) }
    case 'connect':
      return { title: words.connect.title(name), choices: wires(context, block) }
    case 'disconnect':
      return { title: words.disconnect.title(name), choices: wiresToCut(context, block) }
  }
}

const kindChoice = (kind: BlockKindName, title: string): Pick<Choice, 'title' | 'detail' | 'icon'> => ({
  title,
  detail: BLOCKS[kind].summary,
  icon: <BlockIcon kind={kind} size={16} />,
})

const looseBlocks = ({ actions }: ItemContext): Choice[] =>
  BLOCK_KINDS.map((kind) => ({
    key: kind,
    ...kindChoice(kind, BLOCKS[kind].title),
    problem: null,
    act: () => actions.addBlock(kind, { loose: true }),
  }))

function blocksBehind({ session, actions }: ItemContext, id: string, name: string): Choice[] {
  const found = blocksAfter(session.documents.getState().doc, id)
  if (found.length === 0) {
    const problem = words.add.noOutput(name)
    return BLOCK_KINDS.map((kind) => ({ key: kind, ...kindChoice(kind, BLOCKS[kind].title), problem, act: () => {} }))
  }
  return found.map(({ kind, end, port, problem }) => ({
    key: `${kind}-${end.port}`,
    ...kindChoice(kind, port === null ? BLOCKS[kind].title : words.add.through(BLOCKS[kind].title, port)),
    problem,
    act: () => actions.addBlock(kind, { end }),
  }))
}

function blocksInWires({ session, actions }: ItemContext, id: string): Choice[] {
  const { doc } = session.documents.getState()
  return blocksBetween(doc, id).map(({ kind, edgeId, from, to, problem }) => ({
    key: `${kind}-${edgeId}`,
    ...kindChoice(kind, words.insert.between(BLOCKS[kind].title, nameOf(doc, from), nameOf(doc, to))),
    problem,
    act: () => actions.insertBlock(kind, edgeId),
  }))
}

function wires({ session }: ItemContext, id: string): Choice[] {
  const { doc, run } = session.documents.getState()
  const ports = ({ side, port, otherPort }: WireChoice) => {
    const [output, input] = side === 'to' ? [port, otherPort] : [otherPort, port]
    const parts = [output && words.connect.output(output), input && words.connect.input(input)].filter(Boolean)
    return parts.length > 0 ? `, ${parts.join(', ')}` : ''
  }
  return wiresToDraw(doc, id).map((wire) => {
    const other = findNode(doc.graph, wire.other)
    const to = wire.side === 'to' ? words.connect.to : words.connect.from
    return {
      key: edgeIds([wire.edge])[0] as string,
      title: `${to(nameOf(doc, wire.other))}${ports(wire)}`,
      icon: <BlockIcon kind={other?.type ?? ''} size={16} />,
      problem: wire.problem,
      act: () => {
        const plan = planWire(doc.graph, wire.edge)
        if ('edge' in plan) run({ type: 'connect', ...plan })
      },
    }
  })
}

function wiresToCut({ session }: ItemContext, id: string): Choice[] {
  const { doc, run } = session.documents.getState()
  return wiresOf(doc.graph, id).map(({ edgeId, edge, side, other }) => {
    const { sourceHandle } = withHandles(doc.graph, edge)
    return {
      key: edgeId,
      title: (side === 'to' ? words.connect.to : words.connect.from)(nameOf(doc, other)),
      ...(sourceHandle && { detail: words.connect.output(sourceHandle) }),
      problem: null,
      act: () => run({ type: 'remove', nodeIds: [], edgeIds: [edgeId] }),
    }
  })
}
