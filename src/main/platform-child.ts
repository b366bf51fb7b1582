/** The platform as a utility process of Electron. */
import type { UtilityProcess } from 'electron'
import type { PlatformChild } from '../app/platform-supervisor.ts'

export function utilityChild(child: UtilityProcess): PlatformChild {
  return {
    send: (message) => child.postMessage(message),
    onMessage: (listener) => {
      child.on('message', listener)
    },
    onExit: (listener) => {
      child.once('exit', (code) => listener(`ended with code ${code}`))
    },
    kill: () => {
      child.kill()
    },
  }
}
