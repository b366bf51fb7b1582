/** Handlers of native menu commands: those of the current screen come before those of the shell. */
import { useEffect, useRef } from 'react'
import type { MenuCommand } from '../../../shared/bridge/studio.ts'

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

/** Returns the handler of the innermost screen that handles the command. */
export const menuHandler = (command: MenuCommand): (() => void) | undefined =>
  screens.findLast(({ current }) => current[command])?.current[command]
