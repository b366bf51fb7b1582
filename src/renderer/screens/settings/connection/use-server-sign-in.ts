/** Signs the app in to a server: opens its page once there is a code, and stops with the form. */
import { useEffect, useRef, useState } from 'react'
import type { ServerCheck, ServerCode, ServerSignIn } from '../../../../shared/bridge/servers.ts'
import { useHost } from '../../../base/host/host-context.ts'

export interface ServerSigningIn {
  /** True from the start until it has ended. */
  busy: boolean
  code: ServerCode | null
  /** Resolves with the test of the server once it is stored, with null when it was stopped. */
  start(server: ServerSignIn): Promise<ServerCheck | null>
  stop(): void
}

export function useServerSignIn(): ServerSigningIn {
  const { studio } = useHost()
  const [busy, setBusy] = useState(false)
  const [code, setCode] = useState<ServerCode | null>(null)
  const current = useRef<AbortController | null>(null)
  useEffect(() => () => current.current?.abort(), [])

  async function start(server: ServerSignIn): Promise<ServerCheck | null> {
    const attempt = new AbortController()
    current.current = attempt
    setBusy(true)
    try {
      for await (const update of studio.signInToServer(server, attempt.signal)) {
        if (attempt.signal.aborted) return null
        if (update.state === 'done') return update.check
        setCode(update)
        // A browser that blocks this leaves the button with the same page.
        window.open(update.url, '_blank', 'noopener,noreferrer')
      }
      return null
    } catch (error) {
      if (attempt.signal.aborted) return null
      throw error
    } finally {
      setBusy(false)
      setCode(null)
    }
  }

  return { busy, code, start, stop: () => current.current?.abort() }
}
