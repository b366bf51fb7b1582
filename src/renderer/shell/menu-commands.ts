/** Dispatches native menu commands: to the current screen's handlers, else to the shell's own. */
import { useEffect, useRef } from 'react'
import type { MenuCommand } from '../../shared/bridge/studio.ts'
import { emptyGraph } from '../../shared/graph/graph.ts'
import { language } from '../messages/language.ts'
import { texts } from '../messages/texts.ts'
import { toastError } from '../ui/toast.tsx'
import { useConnectionState } from './connection-context.ts'
import { createWorkflow } from './create-workflow.ts'
import { type Host, useHost } from './host.ts'
import { navigate } from './route.ts'

type Handlers = Partial<Record<MenuCommand, () => void>>

const screens: { current: Handlers }[] = []

/** Registers handlers for menu commands while the component is mounted. */
export function useMenuCommands(handlers: Handlers): void {
  const mine = useRef(handlers)
  mine.current = handlers
  useEffect(() => {
    screens.push(mine)
    return () => void screens.splice(screens.indexOf(mine), 1)
  }, [])
}

/** Commands that the editor handles as key presses. */
const KEYS: Partial<Record<MenuCommand, KeyboardEventInit>> = {
  save: { key: 's', code: 'KeyS', ctrlKey: true },
  undo: { key: 'z', code: 'KeyZ', ctrlKey: true },
  redo: { key: 'z', code: 'KeyZ', ctrlKey: true, shiftKey: true },
}

/** Handles a command that no screen handles. */
async function fallBack(host: Host, command: MenuCommand): Promise<void> {
  if (command === 'shortcuts') return navigate({ screen: 'settings' })
  if (command === 'guide') return navigate({ screen: 'guide' })
  if (command === 'new') {
    await createWorkflow(host, { name: texts.ui.words.untitledWorkflow, graph: emptyGraph() })
    return
  }
  if (command === 'open') {
    const opened = await host.studio.openWorkflowFile({})
    if (!opened) return
    const { name, graph, layout } = opened.file
    await createWorkflow(host, { name, graph, layout: layout ?? null })
    return
  }
  const key = KEYS[command]
  if (key)
    (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', { ...key, bubbles: true }))
}

/** Listens for native menu commands while the shell is mounted. */
export function useNativeMenu(): void {
  const host = useHost()
  const { generation } = useConnectionState()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each connection needs its own listener
  useEffect(() => {
    if (host.info.host !== 'electron') return
    const aborter = new AbortController()
    const listen = async () => {
      for await (const command of host.studio.menuCommands({ language }, aborter.signal)) {
        const taker = screens.findLast(({ current }) => current[command])
        if (taker) taker.current[command]?.()
        else fallBack(host, command).catch((error: unknown) => toastError(texts.shell.menuCommands.failed, error))
      }
    }
    // The stream ends when the connection is lost; the effect starts it again for the next connection.
    listen().catch(() => {})
    return () => aborter.abort()
  }, [host, generation])
}
