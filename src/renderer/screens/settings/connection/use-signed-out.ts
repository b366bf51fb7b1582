/** Tests the stored sign-in of a server, which may have been ended there. */
import { useEffect, useState } from 'react'
import type { Server } from '../../../../shared/bridge/servers.ts'
import { useHost } from '../../../base/host/host-context.ts'

/** True once the server has rejected the sign-in. A server that can't be reached says nothing. */
export function useSignedOut(server: Server): boolean {
  const { studio } = useHost()
  const [isSignedOut, setSignedOut] = useState(false)
  useEffect(() => {
    if (!server.signed_in) return setSignedOut(false)
    let isCurrent = true
    const { id, name, address } = server
    void studio
      .testServer({ id, name, address, api_key: null })
      .then(({ problem }) => {
        if (isCurrent) setSignedOut(problem?.code === 'key')
      })
      .catch(() => {})
    return () => {
      isCurrent = false
    }
  }, [studio, server])
  return isSignedOut
}
