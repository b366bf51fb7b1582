/** Imports images of a connected bucket: a connection, a folder of it, and the job. */
import { Anchor, Button, Group, Progress, Select, TextInput } from '@mantine/core'
import { IconFolder } from '@tabler/icons-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { StorageImportJob } from '../../../../../shared/api/storage-connections.ts'
import { useHost } from '../../../../base/host/host-context.ts'
import { hrefOf } from '../../../../base/navigation/route.ts'
import { NotLoaded, useResource } from '../../../../base/ui/resource.tsx'
import { toastError } from '../../../../base/ui/toast.tsx'
import { useFollowed } from '../../../../parts/studio/jobs/use-followed.ts'
import { messageText } from '../../../../texts/message-text.ts'
import { texts } from '../../../../texts/texts.ts'
import classes from '../bring.module.css'

const words = texts.data.bring.bucket

const hasEnded = ({ status }: StorageImportJob): boolean => status !== 'pending' && status !== 'running'

interface BucketFolderProps {
  connectionId: string
  /** Receives the prefix of the folder; empty for all that the connection may read. */
  onImport(prefix: string): void
}

/** A folder of a bucket: its folders to open, and the number of its images. */
function BucketFolder({ connectionId, onImport }: BucketFolderProps) {
  const host = useHost()
  /** The folders from the top to the one that is shown. */
  const [path, setPath] = useState<readonly string[]>([])
  const prefix = path.at(-1) ?? ''
  const load = useCallback(
    async () => ({
      prefix,
      page: await host.api('storageConnections.browse', {
        params: { connection_id: connectionId },
        query: prefix === '' ? {} : { prefix },
      }),
    }),
    [host, connectionId, prefix],
  )
  const { value, error, reload } = useResource(load)
  const page = value?.prefix === prefix ? value.page : null
  return (
    <>
      <nav aria-label={words.path}>
        <Group gap={6}>
          {['', ...path].map((one, i) => (
            <Anchor key={one} component="button" type="button" size="sm" onClick={() => setPath(path.slice(0, i))}>
              {one === '' ? words.top : one.split('/').findLast((part) => part !== '')}
            </Anchor>
          ))}
        </Group>
      </nav>
      {page ? (
        <>
          <ul className={classes.list} aria-label={words.folders}>
            {page.folders.map((folder) => (
              <li key={folder.prefix}>
                <Group gap={6}>
                  <IconFolder size={15} stroke={1.6} />
                  <Anchor component="button" type="button" size="sm" onClick={() => setPath([...path, folder.prefix])}>
                    {folder.name}
                  </Anchor>
                </Group>
              </li>
            ))}
          </ul>
          <p role="status" className={classes.note}>
            {words.facts(page.images.length, page.other_objects.length, page.next_token !== null)}
          </p>
        </>
      ) : (
        <NotLoaded title={words.folderFailed} error={error} reload={reload} />
      )}
      <Group justify="flex-end">
        <Button disabled={!page} onClick={() => onImport(prefix)}>
          {words.start}
        </Button>
      </Group>
    </>
  )
}

export function BucketSource({ datasetId, onAdded }: { datasetId: string; onAdded(): Promise<void> }) {
  const host = useHost()
  const load = useCallback(() => host.api('storageConnections.list', {}), [host])
  const { value: connections, error, reload } = useResource(load)
  const [directory, setDirectory] = useState('/')
  const [chosen, setChosen] = useState<string | null>(null)
  const read = useCallback(
    ({ id }: StorageImportJob) => host.api('storageConnections.importJob', { params: { import_id: id } }),
    [host],
  )
  const { now, problem, follow, clear } = useFollowed(read, hasEnded)
  const reported = useRef<string | null>(null)
  useEffect(() => {
    if (!now || !hasEnded(now) || reported.current === now.id) return
    reported.current = now.id
    void onAdded()
  }, [now, onAdded])

  const cancel = async (import_id: string) => {
    try {
      await host.api('storageConnections.cancelImport', { params: { import_id } })
    } catch (failure) {
      toastError(words.notCancelled, failure)
    }
  }
  if (now && !hasEnded(now)) {
    return (
      <div className={classes.step}>
        <p role="status">{words.importing(now.processed_items, now.total_items)}</p>
        <Progress value={now.progress} size="sm" aria-label={words.progress} />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => void cancel(now.id)}>
            {texts.ui.words.cancel}
          </Button>
        </Group>
      </div>
    )
  }
  if (now) {
    return (
      <div className={classes.step}>
        <Result of={now} />
        <Group justify="flex-end">
          <Button variant="default" onClick={clear}>
            {words.another}
          </Button>
        </Group>
      </div>
    )
  }
  if (!connections) return <NotLoaded title={words.failed} error={error} reload={reload} />
  const connectionId = chosen ?? connections[0]?.id
  if (connectionId === undefined) {
    return (
      <div className={classes.step}>
        <p className={classes.note}>{words.none}</p>
        <Group>
          <Button component="a" variant="default" href={hrefOf({ screen: 'settings', page: 'storage' })}>
            {words.connect}
          </Button>
        </Group>
      </div>
    )
  }
  return (
    <div className={classes.step}>
      <Select
        size="xs"
        label={words.connection}
        allowDeselect={false}
        data={connections.map(({ id, name, bucket }) => ({ value: id, label: words.option(name, bucket) }))}
        value={connectionId}
        onChange={setChosen}
      />
      <TextInput
        size="xs"
        label={texts.data.bring.archive.directory}
        description={words.directoryHint}
        maxLength={1000}
        value={directory}
        onChange={(event) => setDirectory(event.currentTarget.value)}
      />
      <BucketFolder
        key={connectionId}
        connectionId={connectionId}
        onImport={(prefix) =>
          void follow(() =>
            host.api('storageConnections.import', {
              params: { connection_id: connectionId },
              body: { project_id: datasetId, dest_folder: directory, ...(prefix !== '' && { prefix }) },
            }),
          )
        }
      />
      {problem !== null && (
        <p role="alert" className={classes.bad}>
          {problem}
        </p>
      )}
    </div>
  )
}

function Result({ of }: { of: StorageImportJob }) {
  const { status, result, error_message, text } = of
  return (
    <>
      {status === 'failed' && (
        <p role="alert" className={classes.bad}>
          {messageText({ message: error_message ?? words.jobFailed, ...(text && { text }) })}
        </p>
      )}
      <p role="status">
        {status === 'cancelled' && `${words.cancelled} `}
        {words.imported(result.imported, result.skipped)}
      </p>
      {result.warning !== null && (
        <p className={classes.note}>
          {messageText({ message: result.warning, ...(result.warning_text && { text: result.warning_text }) })}
        </p>
      )}
      {result.failed > 0 && (
        <div role="alert">
          <p className={classes.bad}>{texts.data.bring.images.failed(result.failed)}</p>
          <ul className={classes.list}>
            {result.failures.map((failure) => (
              <li key={failure.key}>
                <b>{failure.key}</b>
                <span>{messageText({ message: failure.error, ...(failure.text && { text: failure.text }) })}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}
