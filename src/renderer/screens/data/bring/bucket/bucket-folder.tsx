/** A folder of a bucket: its folders to open, and the number of its images. */
import { Anchor, Button, Group } from '@mantine/core'
import { IconFolder } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import { useHost } from '../../../../base/host/host-context.ts'
import { NotLoaded } from '../../../../base/ui/not-loaded.tsx'
import { useResource } from '../../../../base/ui/use-resource.ts'
import { texts } from '../../../../texts/texts.ts'
import classes from '../bring.module.css'

const words = texts.data.bring.bucket

interface BucketFolderProps {
  connectionId: string
  /** Receives the prefix of the folder; empty for all that the connection may read. */
  onImport(prefix: string): void
}

export function BucketFolder({ connectionId, onImport }: BucketFolderProps) {
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
