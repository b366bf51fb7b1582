/** The dialog that creates a task of chosen images, or of all images that match a query. */
import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { closeModal, openModal } from '@mantine/modals'
import { type FormEvent, useState } from 'react'
import type { Dataset } from '../../../../shared/api/datasets.ts'
import { MAX_BATCH_IDS } from '../../../../shared/api/image-batches.ts'
import { TASK_KINDS, type Task } from '../../../../shared/api/tasks.ts'
import type { Host } from '../../../base/host/host-context.ts'
import { navigate } from '../../../base/navigation/route.ts'
import { errorText } from '../../../base/ui/error-text.ts'
import { texts } from '../../../texts/texts.ts'
import { countOf, filterOf, type ImageSet, idsOf, isSearch } from '../query/image-query.ts'
import { PeopleField, TitleField } from './task-fields.tsx'

const words = texts.data.tasks

interface NewTask {
  host: Host
  dataset: Dataset
  images: ImageSet
}

export function createTask(task: NewTask): void {
  const { images, dataset } = task
  const id = openModal({
    title: words.createTitle(countOf(images)),
    size: 'md',
    children: (
      <TaskForm
        {...task}
        onDone={(isCreated) => {
          closeModal(id)
          if (isCreated) navigate({ screen: 'dataset', datasetId: dataset.id, page: 'tasks' })
        }}
      />
    ),
  })
}

/** Sends a filter, which the platform applies to any number of images; the results of a search are sent as ids. */
async function setOf(host: Host, dataset: Dataset, images: ImageSet) {
  if ('ids' in images || isSearch(images.query)) return { image_ids: [...(await idsOf(host, dataset.id, images))] }
  const { sort: _, ...filter } = filterOf(images.query)
  return { filter }
}

function TaskForm({ host, dataset, images, onDone }: NewTask & { onDone(isCreated: boolean): void }) {
  const [title, setTitle] = useState('')
  const [kind, setKind] = useState<Task['kind']>('annotation')
  const [people, setPeople] = useState<string[]>([])
  const [error, setError] = useState<{ isOfTitle: boolean; text: string } | null>(null)
  const [busy, setBusy] = useState(false)
  const isTooMany = 'ids' in images && images.ids.length > MAX_BATCH_IDS

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (title.trim() === '') return setError({ isOfTitle: true, text: words.enterName })
    setBusy(true)
    try {
      const body = {
        dataset: dataset.id,
        title: title.trim(),
        kind,
        assignee_ids: people,
        ...(await setOf(host, dataset, images)),
      }
      await host.api('tasks.create', { body })
      onDone(true)
    } catch (failure) {
      setError({ isOfTitle: false, text: errorText(failure) })
      setBusy(false)
    }
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TitleField
          title={title}
          error={error?.isOfTitle ? error.text : null}
          onChange={(next) => {
            setTitle(next)
            setError(null)
          }}
        />
        <div>
          <SegmentedControl
            aria-label={words.kind}
            data={TASK_KINDS.map((value) => ({ value, label: words.kinds[value] }))}
            value={kind}
            onChange={(value) => setKind(value as Task['kind'])}
          />
          <Text size="xs" c="dimmed" mt={4}>
            {words.kindHint}
          </Text>
        </div>
        <PeopleField host={host} people={people} onChange={setPeople} />
        {(isTooMany || error?.isOfTitle === false) && (
          <p role="alert" style={{ margin: 0, color: 'var(--sl-bad)' }}>
            {isTooMany ? words.tooMany(MAX_BATCH_IDS) : error?.text}
          </p>
        )}
      </Stack>
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={() => onDone(false)}>
          {texts.ui.words.cancel}
        </Button>
        <Button type="submit" loading={busy} disabled={isTooMany}>
          {words.createAction}
        </Button>
      </Group>
    </form>
  )
}
