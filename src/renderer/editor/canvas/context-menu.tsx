/** The right-click menu of blocks, wires and the canvas. */
import { Menu } from '@mantine/core'
import {
  IconClipboard,
  IconCopy,
  IconCopyPlus,
  IconCut,
  IconFocusCentered,
  IconPencil,
  IconPlus,
  IconSelectAll,
  IconSitemap,
  IconTrash,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { renameSelected } from '../session/actions.ts'
import { useControls } from '../session/actions-context.ts'
import { useDocument, useSession, useUi } from '../session/editor-context.ts'
import { setUi } from '../session/ui-store.ts'

interface Entry {
  icon: ReactNode
  label: string
  keys?: string
  act(): void
  danger?: boolean
}

const SIZE = 15

export function ContextMenu() {
  const menu = useUi((s) => s.menu)
  const selected = useDocument((s) => s.selection.nodes.length)
  const session = useSession()
  const { actions, camera } = useControls()
  if (!menu) return null

  const remove: Entry = {
    icon: <IconTrash size={SIZE} />,
    label: menu.target === 'edge' ? 'Remove wire' : 'Delete',
    keys: 'Del',
    act: () => actions.removeSelection(),
    danger: true,
  }
  const entries: Record<typeof menu.target, (Entry | null)[]> = {
    node: [
      ...(selected === 1
        ? [{ icon: <IconPencil size={SIZE} />, label: 'Rename', keys: 'F2', act: () => renameSelected(session) }]
        : []),
      { icon: <IconCopyPlus size={SIZE} />, label: 'Duplicate', keys: 'Ctrl D', act: () => actions.duplicate() },
      { icon: <IconCopy size={SIZE} />, label: 'Copy', keys: 'Ctrl C', act: () => void actions.copyToSystem() },
      {
        icon: <IconCut size={SIZE} />,
        label: 'Cut',
        keys: 'Ctrl X',
        act: () => void actions.copyToSystem().then(() => actions.removeSelection('cut')),
      },
      null,
      remove,
    ],
    edge: [remove],
    pane: [
      {
        icon: <IconPlus size={SIZE} />,
        label: 'Add a block',
        keys: 'A',
        act: () => setUi({ quickAdd: { screen: menu.screen, at: menu.at, end: null } }),
      },
      {
        icon: <IconClipboard size={SIZE} />,
        label: 'Paste',
        keys: 'Ctrl V',
        act: () => void actions.pasteFromSystem(menu.at),
      },
      null,
      { icon: <IconSelectAll size={SIZE} />, label: 'Select all', keys: 'Ctrl A', act: actions.selectAll },
      { icon: <IconSitemap size={SIZE} />, label: 'Arrange', keys: 'Shift L', act: () => void actions.arrange() },
      { icon: <IconFocusCentered size={SIZE} />, label: 'Fit all', keys: 'F', act: camera.fit },
    ],
  }

  return (
    <Menu
      key={`${menu.screen.x},${menu.screen.y}`}
      opened
      onClose={() => setUi({ menu: null })}
      position="bottom-start"
      offset={2}
      width={190}
      returnFocus={false}
    >
      <Menu.Target>
        <div style={{ position: 'fixed', left: menu.screen.x, top: menu.screen.y, width: 1, height: 1 }} />
      </Menu.Target>
      <Menu.Dropdown>
        {entries[menu.target].map((entry, i) =>
          entry === null ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list is fixed
            <Menu.Divider key={`divider-${i}`} />
          ) : (
            <Menu.Item
              key={entry.label}
              leftSection={entry.icon}
              rightSection={entry.keys ? <Keys>{entry.keys}</Keys> : undefined}
              color={entry.danger ? 'red' : undefined}
              onClick={entry.act}
            >
              {entry.label}
            </Menu.Item>
          ),
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

const Keys = ({ children }: { children: ReactNode }) => (
  <span style={{ color: 'var(--sl-dim)', fontSize: 11 }}>{children}</span>
)
