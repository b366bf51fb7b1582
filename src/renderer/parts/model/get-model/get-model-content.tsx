/** The content of the “Get a model” dialog: downloads under way, a field for addresses, and the catalogue. */
import { Alert, Button, Radio, TextInput } from '@mantine/core'
import { IconWifiOff } from '@tabler/icons-react'
import { type FormEvent, useRef, useState, useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import type { ResolvedModel } from '../../../../shared/bridge/model-downloads.ts'
import { formatBytes } from '../../../base/format/format.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { errorText } from '../../../base/ui/error-text.ts'
import { messageText } from '../../../texts/message-text.ts'
import { texts } from '../../../texts/texts.ts'
import { isOpenForEdits } from '../../workflow/document/proposed-edits.ts'
import { Catalogue } from './catalogue.tsx'
import { DownloadList } from './download-list.tsx'
import classes from './get-model.module.css'
import { getModelStore, type ModelReceiver } from './get-model-store.ts'
import { useDownload } from './use-download.ts'

export function GetModelContent() {
  const { receiver, use } = useStore(getModelStore)
  const online = useSyncExternalStore(subscribe, isOnline)
  const { info } = useHost()
  if (info.account) return <p className={classes.quiet}>{texts.getModel.onServer}</p>
  return (
    <div className={classes.content}>
      {!online && (
        <Alert color="yellow" icon={<IconWifiOff size={16} />} role="status">
          {texts.getModel.offline}
        </Alert>
      )}
      {receiver && <p className={classes.quiet}>{wordsFor(receiver)}</p>}
      <DownloadList />
      <FromAddress receiver={receiver} />
      <Catalogue receiver={receiver} initialUse={use} />
    </div>
  )
}

function wordsFor({ workflowId, title }: ModelReceiver): string {
  const words = texts.getModel.receiver
  return isOpenForEdits(workflowId) ? words.for(title) : words.offered(title)
}

const isOnline = () => navigator.onLine

function subscribe(onChange: () => void) {
  const stop = new AbortController()
  window.addEventListener('online', onChange, { signal: stop.signal })
  window.addEventListener('offline', onChange, { signal: stop.signal })
  return () => stop.abort()
}

type Answer = { at: 'none' } | { at: 'busy' } | { at: 'found'; model: ResolvedModel } | { at: 'failed'; why: string }

const words = texts.getModel.address

/** A repository or a link: its files and its licence are shown before anything is downloaded. */
function FromAddress({ receiver }: { receiver: ModelReceiver | null }) {
  const host = useHost()
  const [address, setAddress] = useState('')
  const [answer, setAnswer] = useState<Answer>({ at: 'none' })
  const asked = useRef(0)
  const field = useRef<HTMLInputElement>(null)

  const clear = () => {
    asked.current++
    setAnswer({ at: 'none' })
  }
  const find = async (event?: FormEvent) => {
    event?.preventDefault()
    const source = address.trim()
    if (source === '') return
    const mine = ++asked.current
    setAnswer({ at: 'busy' })
    const next: Answer = await host.studio.resolveModel({ source }).then(
      (model) => ({ at: 'found', model }),
      (error: unknown) => ({ at: 'failed', why: errorText(error) }),
    )
    if (mine === asked.current) setAnswer(next)
  }
  const close = () => {
    clear()
    setAddress('')
    field.current?.focus()
  }
  return (
    <section className={classes.address}>
      <form onSubmit={(event) => void find(event)}>
        <TextInput
          ref={field}
          label={words.label}
          description={words.hint}
          value={address}
          maxLength={2000}
          onChange={(e) => {
            clear()
            setAddress(e.currentTarget.value)
          }}
        />
        <Button type="submit" variant="default" disabled={address.trim() === ''}>
          {words.find}
        </Button>
      </form>
      {answer.at === 'busy' && (
        <p className={classes.quiet} role="status">
          {words.finding}
        </p>
      )}
      {answer.at === 'failed' && (
        <Alert color="red" title={words.notFound}>
          <p>{answer.why}</p>
          <Button variant="default" onClick={() => void find()}>
            {texts.ui.words.tryAgain}
          </Button>
        </Alert>
      )}
      {answer.at === 'found' && (
        <Found key={answer.model.source} model={answer.model} receiver={receiver} onClose={close} />
      )}
    </section>
  )
}

interface FoundProps {
  model: ResolvedModel
  receiver: ModelReceiver | null
  onClose(): void
}

function Found({ model: { source, title, files, licence, page }, receiver, onClose }: FoundProps) {
  const download = useDownload()
  const [chosen, setChosen] = useState(files.find(({ problem }) => problem === null)?.path ?? null)
  const file = files.find(({ path }) => path === chosen)
  const confirm = () => {
    if (!file) return
    download({ title: files.length > 1 ? `${title} (${file.path})` : title, source, file: file.path, receiver })
    onClose()
  }
  return (
    <section className={classes.found} aria-label={title}>
      <h3>{title}</h3>
      <Radio.Group label={words.file} value={chosen} onChange={setChosen}>
        {files.map(({ path, size_bytes, problem }) => (
          <Radio
            key={path}
            value={path}
            size="xs"
            label={size_bytes === null ? path : `${path} (${formatBytes(size_bytes)})`}
            disabled={problem !== null}
            description={problem && messageText(problem)}
          />
        ))}
      </Radio.Group>
      <p>
        {licence ? (
          <>
            {`${texts.getModel.facts.licence}: `}
            {licence.url === null ? (
              licence.name
            ) : (
              <a href={licence.url} target="_blank" rel="noreferrer">
                {licence.name}
              </a>
            )}
          </>
        ) : (
          words.noLicence
        )}
      </p>
      {page !== null && (
        <p>
          <a href={page} target="_blank" rel="noreferrer">
            {words.page}
          </a>
        </p>
      )}
      <div className={classes.buttons}>
        <Button onClick={confirm} disabled={!file}>
          {file?.size_bytes ? words.confirmSize(formatBytes(file.size_bytes)) : words.confirm}
        </Button>
        <Button variant="default" onClick={onClose}>
          {words.back}
        </Button>
      </div>
    </section>
  )
}
