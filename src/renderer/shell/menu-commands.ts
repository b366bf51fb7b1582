/** Picks from the native menu. The screen on show hears of them first; what it leaves alone falls to the shell. */
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

/** While the component is shown, these commands are its. */
export function useMenuCommands(handlers: Handlers): void {
  const mine = useRef(handlers)
  mine.current = handlers
  useEffect(() => {
    screens.push(mine)
    return () => void screens.splice(screens.indexOf(mine), 1)
  }, [])
}

/** What is left to the page's own keys: the editor knows them. */
const KEYS: Partial<Record<MenuCommand, KeyboardEventInit>> = {
  save: { key: 's', code: 'KeyS', ctrlKey: true },
  undo: { key: 'z', code: 'KeyZ', ctrlKey: true },
  redo: { key: 'z', code: 'KeyZ', ctrlKey: true, shiftKey: true },
}

/** Does what no screen has taken. */
async function fallBack(host: Host, command: MenuCommand): Promise<void> {
  if (command === 'shortcuts') return navigate({ screen: 'settings' })
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

/** Listens for as long as the shell is there. */
export function useNativeMenu(): void {
  const host = useHost()
  const { generation } = useConnectionState()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new connection must be listened to afresh
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
    // A lost connection ends it; the next one starts it again.
    listen().catch(() => {})
    return () => aborter.abort()
  }, [host, generation])
}
