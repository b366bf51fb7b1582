/** Dispatches native menu commands: to the current screen's handlers, else to the shell's own. */
import { useEffect } from 'react'
import type { MenuCommand } from '../../shared/bridge/studio.ts'
import { emptyGraph } from '../../shared/graph/graph.ts'
import { menuHandler } from '../base/commands/menu-commands.ts'
import { useConnectionState } from '../base/host/connection-context.ts'
import { createWorkflow } from '../base/host/create-workflow.ts'
import { type Host, useHost } from '../base/host/host-context.ts'
import { navigate } from '../base/navigation/route.ts'
import { toastError } from '../base/ui/toast.tsx'
import { language } from '../texts/language.ts'
import { texts } from '../texts/texts.ts'

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
        const handle = menuHandler(command)
        if (handle) handle()
        else fallBack(host, command).catch((error: unknown) => toastError(texts.shell.menuCommands.failed, error))
      }
    }
    // The stream ends when the connection is lost; the effect starts it again for the next connection.
    listen().catch(() => {})
    return () => aborter.abort()
  }, [host, generation])
}
