/** The content of the “Get a model” dialog. */
import { Alert } from '@mantine/core'
import { IconWifiOff } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import { useHost } from '../../../base/host/host-context.ts'
import { texts } from '../../../texts/texts.ts'
import { isOpenForEdits } from '../../workflow/document/proposed-edits.ts'
import { Catalogue } from './catalogue.tsx'
import { DownloadList } from './download-list.tsx'
import { FromAddress } from './from-address.tsx'
import classes from './get-model.module.css'
import { getModelStore, type ModelReceiver } from './get-model-store.ts'

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
