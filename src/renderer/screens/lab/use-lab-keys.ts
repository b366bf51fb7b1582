/** Binds the lab's keys to the whole page. */
import { useEffect, useRef } from 'react'
import { isBusyWithKeys, type LabCommand, labCommand } from './player/lab-keys.ts'

export function useLabKeys(classKeys: ReadonlyMap<string, string>, obey: (command: LabCommand) => void): void {
  const now = useRef({ classKeys, obey })
  now.current = { classKeys, obey }
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isBusyWithKeys(event.target)) return
      const command = labCommand(event, now.current.classKeys)
      // One mark per key press: a key that is held down does not repeat it.
      if (!command || (event.repeat && command.do === 'mark')) return
      event.preventDefault()
      now.current.obey(command)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
