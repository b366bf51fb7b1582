/** The dialog that creates a data set: its name, the types of its annotations and its classes. */
import { Button, Checkbox, Group, Stack, TagsInput, TextInput } from '@mantine/core'
import { closeModal, openModal } from '@mantine/modals'
import { type FormEvent, useState } from 'react'
import { ANNOTATION_TYPES, type AnnotationType } from '../../../../shared/domain/annotation.ts'
import type { Host } from '../../../base/host/host-context.ts'
import { navigate } from '../../../base/navigation/route.ts'
import { errorText } from '../../../base/ui/error-text.ts'
import { texts } from '../../../texts/texts.ts'

const words = texts.data.list

export function createDataset(host: Host): void {
  const id = openModal({
    title: words.createTitle,
    size: 'md',
    children: (
      <DatasetForm
        host={host}
        onDone={(datasetId) => {
          closeModal(id)
          if (datasetId !== null) navigate({ screen: 'dataset', datasetId })
        }}
      />
    ),
  })
}

function DatasetForm({ host, onDone }: { host: Host; onDone(datasetId: string | null): void }) {
  const [name, setName] = useState('')
  const [types, setTypes] = useState<AnnotationType[]>(['bbox', 'polygon'])
  const [classNames, setClassNames] = useState<string[]>([])
  const [error, setError] = useState<{ of: 'name' | 'types' | 'all'; text: string } | null>(null)
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (name.trim() === '') return setError({ of: 'name', text: texts.ui.askName.enterName })
    if (types.length === 0) return setError({ of: 'types', text: words.chooseType })
    setBusy(true)
    try {
      const classes = classNames.map((className) => ({ name: className }))
      const body = { name: name.trim(), annotation_types: types, classes }
      onDone((await host.api('datasets.create', { body })).id)
    } catch (failure) {
      setError({ of: 'all', text: errorText(failure) })
      setBusy(false)
    }
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TextInput
          label={texts.ui.words.name}
          size="sm"
          maxLength={100}
          value={name}
          data-autofocus
          error={error?.of === 'name' && error.text}
          onChange={(event) => {
            setName(event.currentTarget.value)
            setError(null)
          }}
        />
        <Checkbox.Group
          label={words.types}
          description={words.typesHint}
          value={types}
          error={error?.of === 'types' && error.text}
          onChange={(chosen) => {
            setTypes(ANNOTATION_TYPES.filter((type) => chosen.includes(type)))
            setError(null)
          }}
        >
          <Group gap="md" mt={8} mb={4}>
            {ANNOTATION_TYPES.map((type) => (
              <Checkbox key={type} size="xs" value={type} label={words.typeNames[type]} />
            ))}
          </Group>
        </Checkbox.Group>
        <TagsInput
          size="sm"
          label={words.classes}
          description={words.classesHint}
          maxTags={1000}
          splitChars={[',', ';', '\n']}
          value={classNames}
          onChange={setClassNames}
        />
        {error?.of === 'all' && (
          <p role="alert" style={{ margin: 0, color: 'var(--sl-bad)' }}>
            {error.text}
          </p>
        )}
      </Stack>
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={() => onDone(null)}>
          {texts.ui.words.cancel}
        </Button>
        <Button type="submit" loading={busy}>
          {words.createAction}
        </Button>
      </Group>
    </form>
  )
}
