/** The right-click menu of blocks, notes, groups, wires and the canvas, and the clicks that open and close it. */
import { Menu } from '@mantine/core'
import {
  IconArrowsDiagonalMinimize2,
  IconClipboard,
  IconCopy,
  IconCopyPlus,
  IconCut,
  IconEyeOff,
  IconFocusCentered,
  IconFrame,
  IconFrameOff,
  IconNote,
  IconPencil,
  IconPlus,
  IconRouteOff,
  IconSelectAll,
  IconSitemap,
  IconTrash,
  IconTrashX,
} from '@tabler/icons-react'
import type { ReactFlowProps } from '@xyflow/react'
import { type MouseEvent as ReactMouseEvent, type ReactNode, useMemo } from 'react'
import { keysFor } from '../../../base/commands/key-bindings.ts'
import { capsOf } from '../../../base/commands/key-caps.ts'
import { useSettings } from '../../../base/settings/settings-context.tsx'
import { texts } from '../../../texts/texts.ts'
import type { CanvasEdge, CanvasNode } from '../canvas-state/canvas-store.ts'
import { type CommandContext, commandOf } from '../commands/command-list.ts'
import { store } from '../commands/list/command.ts'
import { takesBlock } from '../commands/list/edit-commands.ts'
import { useControls, useSession } from '../session/editor-context.ts'
import { type ContextMenuAt, setUi, useUi } from '../session/ui-store.ts'
import { pointOf } from './use-wiring.ts'

const ICONS: Record<string, typeof IconTrash> = {
  rename: IconPencil,
  duplicate: IconCopyPlus,
  copy: IconCopy,
  cut: IconCut,
  paste: IconClipboard,
  mute: IconEyeOff,
  bypass: IconRouteOff,
  group: IconFrame,
  ungroup: IconFrameOff,
  collapse: IconArrowsDiagonalMinimize2,
  note: IconNote,
  add: IconPlus,
  'select-all': IconSelectAll,
  arrange: IconSitemap,
  fit: IconFocusCentered,
  'fit-selection': IconFocusCentered,
  'delete-bridge': IconTrashX,
  delete: IconTrash,
}

/** Command ids; null is a divider. Commands without effect are omitted. */
const ENTRIES: Record<ContextMenuAt['target'], readonly (string | null)[]> = {
  node: [
    'rename',
    'duplicate',
    'copy',
    'cut',
    null,
    'mute',
    'bypass',
    null,
    'group',
    'ungroup',
    'collapse',
    'fit-selection',
    null,
    'delete-bridge',
    'delete',
  ],
  edge: ['add', null, 'delete'],
  pane: ['add', 'note', 'paste', null, 'select-all', 'arrange', 'fit'],
}

const LABELS: Partial<Record<ContextMenuAt['target'], Record<string, string>>> = {
  edge: { add: texts.editor.canvas.menu.insertBlock, delete: texts.editor.canvas.menu.removeWire },
}

export function ContextMenu({ context }: { context(): CommandContext }) {
  const menu = useUi((s) => s.menu)
  const changes = useSettings().settings.shortcuts ?? {}
  if (!menu) return null
  const at = (): CommandContext => ({ ...context(), pointer: menu.screen, pointed: true })
  const useful = (id: string) => {
    const [wire] = store(at()).selection.edges
    if (menu.target === 'edge' && id === 'add' && wire !== undefined && !takesBlock(at(), wire)) return false
    return commandOf(id).when?.(at()) ?? true
  }
  const shown = ENTRIES[menu.target].filter((id) => id === null || useful(id)).filter((id, i) => id !== null || i > 0)
  return (
    <Menu
      key={`${menu.screen.x},${menu.screen.y}`}
      opened
      onClose={() => setUi({ menu: null })}
      position="bottom-start"
      offset={2}
      width={240}
      returnFocus={false}
    >
      <Menu.Target>
        <div aria-hidden style={{ position: 'fixed', left: menu.screen.x, top: menu.screen.y, width: 1, height: 1 }} />
      </Menu.Target>
      <Menu.Dropdown>
        {shown.map((id, i) => {
          // biome-ignore lint/suspicious/noArrayIndexKey: dividers have no id
          if (id === null) return <Menu.Divider key={`divider-${i}`} />
          const command = commandOf(id)
          const Icon = ICONS[id]
          const keys = keysFor(command, changes)[0]
          return (
            <Menu.Item
              key={id}
              leftSection={Icon && <Icon size={15} />}
              rightSection={keys ? <Keys>{capsOf(keys).join(' ')}</Keys> : undefined}
              color={id === 'delete' ? 'red' : undefined}
              onClick={() => command.act(at())}
            >
              {LABELS[menu.target]?.[id] ?? command.label}
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}

const Keys = ({ children }: { children: ReactNode }) => (
  <span style={{ color: 'var(--sl-dim)', fontSize: 11 }}>{children}</span>
)

type Props = ReactFlowProps<CanvasNode, CanvasEdge>
type Menus = Pick<
  Props,
  'onPaneClick' | 'onPaneContextMenu' | 'onNodeContextMenu' | 'onSelectionContextMenu' | 'onEdgeContextMenu'
> & { onDoubleClick(event: ReactMouseEvent): void }

/**
 * Opens and closes menus on a right click, a double click and a click elsewhere.
 * The functions are stable while the workflow is open.
 */
export function useMenus(): Menus {
  const { documents } = useSession()
  const { camera } = useControls()
  return useMemo((): Menus => {
    function openMenu(event: ReactMouseEvent | MouseEvent, target: ContextMenuAt['target']) {
      event.preventDefault()
      const screen = pointOf('nativeEvent' in event ? event.nativeEvent : event)
      setUi({ menu: { screen, at: camera.toCanvas(screen), target } })
    }
    return {
      onPaneClick: () => setUi({ quickAdd: null, menu: null }),
      onPaneContextMenu: (event) => openMenu(event, 'pane'),
      onNodeContextMenu: (event, node) => {
        if (!node.selected) documents.getState().select({ nodes: [node.id], edges: [] })
        openMenu(event, 'node')
      },
      onSelectionContextMenu: (event) => openMenu(event, 'node'),
      onEdgeContextMenu: (event, edge) => {
        documents.getState().select({ nodes: [], edges: [edge.id] })
        openMenu(event, 'edge')
      },
      onDoubleClick: (event) => {
        if (!(event.target as Element).classList.contains('react-flow__pane')) return
        const screen = pointOf(event.nativeEvent)
        setUi({ quickAdd: { screen, at: camera.toCanvas(screen), pointed: true, end: null } })
      },
    }
  }, [documents, camera])
}
