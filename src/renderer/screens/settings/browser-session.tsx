/** The browser session: how long it lasts, a sign-in link for another browser, and signing out. */
import { Button, Group, TextInput } from '@mantine/core'
import { useCallback, useState } from 'react'
import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { SessionInfo, SessionLink } from '../../../shared/bridge/session.ts'
import { formatFullDate } from '../../base/format/format.ts'
import { useResource } from '../../base/ui/resource.tsx'
import { toastError, toastInfo } from '../../base/ui/toast.tsx'
import { texts } from '../../texts/texts.ts'
import { Row } from './row.tsx'
import classes from './settings.module.css'

export function BrowserSession({ url }: { url: string }) {
  const words = texts.settings.browserSession
  const session = useBrowserSession(url)
  const [link, setLink] = useState<string | null>(null)
  const [minutes, setMinutes] = useState(0)
  const { info } = session
  const makeLink = async () => {
    const made = await session.newLink()
    setLink(made.url)
    setMinutes(made.minutes)
  }
  const attempt = (work: Promise<unknown>) => work.catch((error) => toastError(words.failed, error))
  return (
    <div className={classes.rows}>
      <Row
        label={words.signedIn}
        hint={info ? words.until(formatFullDate(info.ends_at), info.idle_hours) : (session.error ?? undefined)}
      >
        <Button variant="default" onClick={() => void attempt(session.end())}>
          {words.signOut}
        </Button>
      </Row>
      <Row label={words.others} hint={info && words.othersIn(info.others)}>
        <Button
          variant="default"
          disabled={!info || info.others === 0}
          onClick={() => void attempt(session.endOthers().then((ended) => toastInfo(words.othersOut(ended))))}
        >
          {words.signOutOthers}
        </Button>
      </Row>
      <Row label={words.another} hint={link === null ? words.anotherHint : words.linkHint(minutes)}>
        <Group gap={8} wrap="nowrap">
          {link !== null && (
            <TextInput
              aria-label={words.link}
              className={classes.link}
              readOnly
              value={link}
              onFocus={(e) => e.currentTarget.select()}
            />
          )}
          <Button variant="default" onClick={() => void attempt(makeLink())}>
            {words.makeLink}
          </Button>
        </Group>
      </Row>
    </div>
  )
}

const Ended = Type.Object({ ended: Type.Integer() })

async function ask<S extends TSchema>(method: string, url: string, schema: S): Promise<Static<S>> {
  const response = await fetch(url, { method })
  const answer: unknown = await response.json().catch(() => null)
  if (response.ok && Value.Check(schema, answer)) return answer
  throw new Error(texts.settings.browserSession.refused(response.status))
}

/** The session of this browser with the web host. */
function useBrowserSession(url: string) {
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
