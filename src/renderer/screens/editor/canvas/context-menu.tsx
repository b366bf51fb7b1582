/** The right-click menu of blocks, notes, groups, wires and the canvas. */
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
import type { ReactNode } from 'react'
import { keysFor } from '../../../base/commands/key-bindings.ts'
import { capsOf } from '../../../base/commands/key-caps.ts'
import { useSettings } from '../../../base/settings/settings-context.tsx'
import { texts } from '../../../texts/texts.ts'
import { type CommandContext, commandOf } from '../commands/command-list.ts'
import { store } from '../commands/list/command.ts'
import { takesBlock } from '../commands/list/edit-commands.ts'
import { useUi } from '../session/editor-context.ts'
import { type ContextMenuAt, setUi } from '../session/ui-store.ts'

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
