/** Picks or creates a data set; a data set named in a workflow file stays visible even when it is missing here. */
import { Anchor, Button, FileButton, Group, Loader, Select, Stack, Text } from '@mantine/core'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Dataset } from '../../../../../shared/api/datasets.ts'
import { IMAGE_ACCEPT } from '../../../../../shared/domain/still-formats.ts'
import type { ControlProps } from '../../../../base/blocks/form-context.ts'
import { type Host, useHost } from '../../../../base/host/host-context.ts'
import { hrefOf } from '../../../../base/navigation/route.ts'
import { askName } from '../../../../base/ui/ask-name.tsx'
import { errorText } from '../../../../base/ui/error-text.ts'
import { uploadSource } from '../../../../parts/studio/upload/upload.ts'
import { texts } from '../../../../texts/texts.ts'

/** Rows per request. Data sets beyond the first page can only be named in the workflow file. */
const PAGE = 1000

interface Added {
  added: number
  /** One sentence for each rejected image. */
  refused: string[]
}

/**
 * Imports images from the user's disk into a data set, one at a time.
 * `onProgress` receives the number of images done. A rejected image does not stop the rest.
 */
export async function addImages(
  host: Host,
  dataset: string,
  files: readonly File[],
  onProgress: (done: number) => void,
): Promise<Added> {
  const result: Added = { added: 0, refused: [] }
  for (const [i, file] of files.entries()) {
    try {
      const picked = await uploadSource(host.info.upload_url, file)
      if (!picked) break
      await host.api('images.import', { body: { dataset, gcs_uri: picked.uri, directory_path: folderOf(file) } })
      result.added++
    } catch (error) {
      result.refused.push(error instanceof Error ? error.message : texts.blocks.addImages.notTaken(file.name))
    }
    onProgress(i + 1)
  }
  return result
}

/** Returns the folders that contained the file, for a file picked with its folder. */
const folderOf = ({ webkitRelativePath }: File): string => `/${webkitRelativePath.split('/').slice(0, -1).join('/')}`

export function DatasetControl({ id, value, onChange, error, context }: ControlProps) {
  const host = useHost()
  const [datasets, setDatasets] = useState<readonly Dataset[] | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [adding, setAdding] = useState<string | null>(null)
  const asked = useRef(0)
  const load = useCallback(async () => {
    const turn = ++asked.current
    // A list requested earlier lacks the data sets created since.
    const isNewest = () => turn === asked.current
    try {
      const { data } = await host.api('datasets.list', { query: { limit: PAGE } })
      if (isNewest()) setDatasets(data)
    } catch (error) {
      if (isNewest()) setFailure(errorText(error))
    }
  }, [host])
  useEffect(() => void load(), [load])

  const chosen = datasets?.find((d) => d.name === value || d.id === value)
  const known = (datasets ?? []).map((d) => ({ value: d.id, label: d.name }))
  const data = typeof value === 'string' && !chosen ? [...known, { value, label: labelOf(value, datasets) }] : known

  const create = () =>
    askName({
      title: texts.blocks.datasetControl.newTitle,
      initial: '',
      action: texts.blocks.datasetControl.create,
      onName: async (name) => {
        const types = ['bbox' as const, 'polygon' as const]
        const made = await host.api('datasets.create', { body: { name, annotation_types: types } })
        await load()
        onChange(made.id)
      },
    })

  const add = async (dataset: Dataset, files: readonly File[]) => {
    setFailure(null)
    const told = (done: number) => setAdding(texts.blocks.datasetControl.adding(done, files.length))
    told(0)
    const { refused } = await addImages(host, dataset.id, files, told)
    setAdding(null)
    const more = refused.length > 1 ? texts.blocks.datasetControl.moreRefused(refused.length - 1) : ''
    if (refused[0]) setFailure(refused[0] + more)
    await load()
    context.mediaChanged?.()
  }

  return (
    <Stack gap={4}>
      <Group gap={6} wrap="nowrap">
        <Select
          id={id}
          size="xs"
          flex={1}
          data={data}
          value={chosen?.id ?? (typeof value === 'string' ? value : null)}
          onChange={(v) => onChange(v ?? undefined)}
          placeholder={datasets ? texts.blocks.datasetControl.choose : texts.blocks.datasetControl.loading}
          rightSection={datasets || failure ? undefined : <Loader size={12} />}
          nothingFoundMessage={texts.blocks.datasetControl.none}
          error={error !== null}
          searchable
        />
        <Button size="xs" variant="default" onClick={create} aria-label={texts.blocks.datasetControl.newTitle}>
          {texts.blocks.datasetControl.new}
        </Button>
      </Group>
      {chosen && (
        <Text size="xs" c="dimmed">
          {texts.blocks.datasetControl.facts(
            chosen.image_count,
            chosen.annotation_types.map((type) => texts.blocks.datasetControl.types[type]).join(', '),
            chosen.classes.length,
          )}{' '}
          <Anchor size="xs" href={hrefOf({ screen: 'dataset', datasetId: chosen.id })}>
            {texts.blocks.datasetControl.open}
          </Anchor>
        </Text>
      )}
      {chosen && (
        <FileButton multiple accept={IMAGE_ACCEPT} onChange={(files) => files.length > 0 && void add(chosen, files)}>
          {(props) => (
            <Button {...props} size="xs" variant="default" loading={adding !== null}>
              {texts.blocks.datasetControl.addImages}
            </Button>
          )}
        </FileButton>
      )}
      {adding && (
        <Text size="xs" c="dimmed" role="status">
          {adding}
        </Text>
      )}
      {failure && (
        <Text size="xs" c="var(--mantine-color-error)">
          {failure}
        </Text>
      )}
    </Stack>
  )
}

/** A folder of this machine also serves as a data set. */
function labelOf(value: string, datasets: readonly Dataset[] | null): string {
  if (value.startsWith('file:')) return value.split('/').findLast((part) => part !== '') ?? value
  return datasets ? texts.blocks.datasetControl.notFound(value) : value
}
