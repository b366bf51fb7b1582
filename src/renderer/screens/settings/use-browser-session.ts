/** The session of this browser with the web host. */
import { useCallback } from 'react'
import type { Static, TSchema } from 'typebox'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { SessionInfo, SessionLink } from '../../../shared/bridge/session.ts'
import { useResource } from '../../base/ui/use-resource.ts'
import { texts } from '../../texts/texts.ts'

const Ended = Type.Object({ ended: Type.Integer() })

async function ask<S extends TSchema>(method: string, url: string, schema: S): Promise<Static<S>> {
  const response = await fetch(url, { method })
  const answer: unknown = await response.json().catch(() => null)
  if (response.ok && Value.Check(schema, answer)) return answer
  throw new Error(texts.settings.browserSession.refused(response.status))
}

export function useBrowserSession(url: string) {
  const load = useCallback(() => ask('GET', url, SessionInfo), [url])
  const { value, error, reload } = useResource(load)
  return {
    info: value,
    error,
    newLink: () => ask('POST', `${url}/links`, SessionLink),
    async endOthers() {
      const { ended } = await ask('DELETE', `${url}/others`, Ended)
      await reload()
      return ended
    },
    end: () => ask('DELETE', url, Ended),
  }
}
