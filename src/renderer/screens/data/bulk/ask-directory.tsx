/** Prompts for a directory: one of the data set, or a new one. */
import { Autocomplete, Button, Group, Text } from '@mantine/core'
import { closeModal, openModal } from '@mantine/modals'
import { type FormEvent, useState } from 'react'
import { texts } from '../../../texts/texts.ts'

const words = texts.data.bulk

interface AskDirectoryOptions {
  title: string
  action: string
  /** Paths of the data set's directories. */
  paths: readonly string[]
  onPath(path: string): void
}

export function askDirectory(options: AskDirectoryOptions): void {
  const id = openModal({
    title: options.title,
    size: 'sm',
    children: <DirectoryForm {...options} onDone={() => closeModal(id)} />,
  })
}

/** `train//cars/` is `/train/cars`. */
const cleaned = (path: string): string =>
  `/${path
    .split('/')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join('/')}`

function DirectoryForm({ action, paths, onPath, onDone }: AskDirectoryOptions & { onDone(): void }) {
  const [path, setPath] = useState('/')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onPath(cleaned(path))
    onDone()
  }
  return (
    <form onSubmit={submit}>
      <Autocomplete
        label={words.directory}
        description={words.directoryHint}
        data={['/', ...paths]}
        value={path}
        maxLength={1000}
        limit={200}
        data-autofocus
        onFocus={(event) => event.currentTarget.select()}
        onChange={setPath}
      />
      {!paths.includes(cleaned(path)) && cleaned(path) !== '/' && (
        <Text size="xs" c="dimmed" mt={6} role="status">
          {words.newDirectory(cleaned(path))}
        </Text>
      )}
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={onDone}>
          {texts.ui.words.cancel}
        </Button>
        <Button type="submit">{action}</Button>
      </Group>
    </form>
  )
}
