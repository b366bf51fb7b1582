/** The form of a server: name, address, and either a sign-in or a key, with a test of what is typed. */
import { Button, CopyButton, Group, PasswordInput, SegmentedControl, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Server, ServerCheck, ServerCode, ServerSignIn } from '../../../../shared/bridge/servers.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { errorText } from '../../../base/ui/error-text.ts'
import { toastInfo } from '../../../base/ui/toast.tsx'
import { messageText } from '../../../texts/message-text.ts'
import { texts } from '../../../texts/texts.ts'
import classes from '../settings.module.css'

const words = texts.settings.connection

const WAYS = [
  { value: 'sign_in', label: words.bySignIn },
  { value: 'key', label: words.byKey },
]

interface ServerFormProps {
  /** Null for a new one. */
  server: Server | null
  onSaved: () => void
  onCancel: () => void
}

export function ServerForm({ server, onSaved, onCancel }: ServerFormProps) {
  const { studio } = useHost()
  const signingIn = useServerSignIn()
  const [name, setName] = useState(server?.name ?? '')
  const [address, setAddress] = useState(server?.address ?? '')
  const [way, setWay] = useState(server === null || server.signed_in ? 'sign_in' : 'key')
  const [key, setKey] = useState('')
  const [busy, setBusy] = useState<'test' | 'save' | 'sign_in' | null>(null)
  const [said, setSaid] = useState<readonly string[]>([])
  const [failed, setFailed] = useState(false)
  const submitButton = useRef<HTMLButtonElement>(null)
  const wasBusy = useRef(false)
  // The button that had the focus is not there while the person is awaited.
  useEffect(() => {
    if (wasBusy.current && !signingIn.busy) submitButton.current?.focus()
    wasBusy.current = signingIn.busy
  }, [signingIn.busy])
  const place = { id: server?.id ?? null, name, address }
  const edit = { ...place, api_key: way === 'sign_in' || key.trim() === '' ? null : key.trim() }
  /** A server whose key is kept when its name is changed. */
  const isKept = server?.signed_in === true && server.address === address.trim()

  async function attempt(what: 'test' | 'save' | 'sign_in', work: () => Promise<void>) {
    setBusy(what)
    setSaid([])
    try {
      await work()
    } catch (error) {
      setFailed(true)
      setSaid([errorText(error)])
    }
    setBusy(null)
  }
  const test = () =>
    attempt('test', async () => {
      const check = await studio.testServer(edit)
      setFailed(check.problem !== null)
      setSaid(resultOf(check))
    })
  const save = () => attempt('save', () => studio.saveServer(edit).then(onSaved))
  const signIn = () =>
    attempt('sign_in', async () => {
      const check = await signingIn.start(place)
      if (!check) return
      toastInfo(resultOf(check).join(' '))
      onSaved()
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void (way === 'key' ? save() : signIn())
  }

  return (
    <form className={classes.serverForm} onSubmit={submit} aria-label={words.form}>
      <TextInput
        label={words.name}
        value={name}
        maxLength={100}
        disabled={signingIn.busy}
        onChange={(e) => setName(e.currentTarget.value)}
      />
      <TextInput
        label={words.address}
        placeholder={EXAMPLE_ADDRESS}
        inputMode="url"
        spellCheck={false}
        value={address}
        disabled={signingIn.busy}
        onChange={(e) => setAddress(e.currentTarget.value)}
      />
      <SegmentedControl
        className={classes.way}
        aria-label={words.way}
        data={WAYS}
        value={way}
        disabled={signingIn.busy}
        onChange={(value) => {
          setWay(value)
          setSaid([])
        }}
      />
      {way === 'key' ? (
        <PasswordInput
          label={words.key}
          description={server && !server.signed_in ? words.keyKept : undefined}
          autoComplete="off"
          value={key}
          onChange={(e) => setKey(e.currentTarget.value)}
        />
      ) : (
        !signingIn.busy && <p className={classes.signInHint}>{words.signInHint}</p>
      )}
      {signingIn.busy && <SignInWaiting code={signingIn.code} onStop={signingIn.stop} />}
      <div role={failed ? 'alert' : 'status'} data-failed={failed || undefined}>
        {said.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      {!signingIn.busy && (
        <Group gap={8}>
          {(way === 'key' || isKept) && (
            <Button variant="default" loading={busy === 'test'} disabled={busy !== null} onClick={() => void test()}>
              {words.test}
            </Button>
          )}
          {way === 'sign_in' && isKept && (
            <Button variant="default" loading={busy === 'save'} disabled={busy !== null} onClick={() => void save()}>
              {words.save}
            </Button>
          )}
          <Button ref={submitButton} type="submit" loading={busy === 'save' && way === 'key'} disabled={busy !== null}>
            {way === 'key' ? words.save : server?.signed_in ? words.signInAgain : words.signIn}
          </Button>
          <Button variant="subtle" onClick={onCancel}>
            {texts.ui.words.cancel}
          </Button>
        </Group>
      )}
    </form>
  )
}

function resultOf({ problem, notes, organization, role }: ServerCheck): string[] {
  if (problem) return [messageText(problem)]
  return [words.connected(organization ?? '', role ?? ''), ...notes.map(messageText)]
}

interface ServerSigningIn {
  /** True from the start until it has ended. */
  busy: boolean
  code: ServerCode | null
  /** Resolves with the test of the server once it is stored, with null when it was stopped. */
  start(server: ServerSignIn): Promise<ServerCheck | null>
  stop(): void
}

/** Signs the app in to a server: opens its page once there is a code, and stops with the form. */
function useServerSignIn(): ServerSigningIn {
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

/** An address that belongs to nobody (RFC 2606), with the port that `sightline serve` uses. */
const EXAMPLE_ADDRESS = 'https://sightline.example:8620'

interface SignInWaitingProps {
  /** Null while the server is asked for one. */
  code: ServerCode | null
  onStop: () => void
}

/** A sign-in that waits for the person in the browser: the code to compare, the page, and the time that is left. */
function SignInWaiting({ code, onStop }: SignInWaitingProps) {
  const stop = useRef<HTMLButtonElement>(null)
  useEffect(() => stop.current?.focus(), [])
  return (
    <div className={classes.waiting}>
      <div role="status">
        <p>{code ? words.code : words.asking}</p>
        {code && <output className={classes.code}>{code.user_code}</output>}
      </div>
      {code && <TimeLeft key={code.user_code} seconds={code.expires_in} />}
      <Group gap={8}>
        {code && (
          <>
            <Button component="a" href={code.url} target="_blank" rel="noreferrer">
              {words.openPage}
            </Button>
            <CopyButton value={code.user_code}>
              {({ copied, copy }) => (
                <Button variant="default" onClick={copy}>
                  {copied ? texts.ui.words.copied : words.copyCode}
                </Button>
              )}
            </CopyButton>
          </>
        )}
        <Button ref={stop} variant="subtle" onClick={onStop}>
          {words.stop}
        </Button>
      </Group>
    </div>
  )
}

/** Outside of the live region: a screen reader doesn't read each second. */
function TimeLeft({ seconds }: { seconds: number }) {
  const [end] = useState(() => performance.now() + seconds * 1000)
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    const timer = setInterval(() => setLeft(Math.max(0, Math.round((end - performance.now()) / 1000))), 1000)
    return () => clearInterval(timer)
  }, [end])
  return <p className={classes.left}>{words.waiting(Math.floor(left / 60), String(left % 60).padStart(2, '0'))}</p>
}
