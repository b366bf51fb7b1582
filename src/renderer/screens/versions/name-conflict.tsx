/** Conflicts of two windows that named the same version: shows both names for the user to choose from. */
import { Button, Group, Text } from '@mantine/core'
import { closeModal, openModal } from '@mantine/modals'
import { useState } from 'react'
import type { StudioVersionInfo } from '../../../shared/api/studio-versions.ts'
import type { VersionRevision, VersionStore } from '../../base/extensions/open-workflow.ts'
import { isStale } from '../../base/revisions/shared-value.ts'
import { confirm } from '../../base/ui/confirm.tsx'
import { errorText } from '../../base/ui/error-text.ts'
import { texts } from '../../texts/texts.ts'
import classes from './versions.module.css'

const T = texts.versions.conflict

interface Rename {
  versions: Pick<VersionStore, 'get' | 'rename'>
  version: VersionRevision
  /** The name typed in this window. */
  note: string
  /** Called when the version's name may have changed. */
  onRenamed(): void
}

/** Names a version. If another window has named it since, the user chooses between both names. */
export async function renameVersion(rename: Rename): Promise<void> {
  const { versions, version, note, onRenamed } = rename
  try {
    await versions.rename(version, note)
  } catch (error) {
    if (!isStale(error)) throw error
    const theirs = await versions.get(version.id)
    const id = openModal({
      title: T.title,
      size: 'md',
      children: <NameChoice {...rename} theirs={theirs} onDone={() => closeModal(id)} />,
    })
  }
  onRenamed()
}

function NameChoice({ theirs, onDone, ...rename }: Rename & { theirs: StudioVersionInfo; onDone(): void }) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  async function keepMine() {
    setBusy(true)
    try {
      // Repeats the choice with the newest name if another window renames the version again.
      await renameVersion({ ...rename, version: theirs })
      onDone()
    } catch (failure) {
      setError(errorText(failure))
      setBusy(false)
    }
  }
  return (
    <>
      <Text size="sm">{T.text}</Text>
      <dl className={classes.names}>
        <dt>{T.theirs}</dt>
        <dd>{theirs.note ?? T.noName}</dd>
        <dt>{T.mine}</dt>
        <dd>{rename.note}</dd>
      </dl>
      {error !== null && (
        <Text size="sm" c="red" role="alert">
          {error}
        </Text>
      )}
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" disabled={busy} onClick={onDone}>
          {T.takeTheirs}
        </Button>
        <Button loading={busy} onClick={() => void keepMine()}>
          {T.keepMine}
        </Button>
      </Group>
    </>
  )
}

interface Deletion {
  versions: Pick<VersionStore, 'get' | 'delete'>
  version: VersionRevision
  /** Called when the version was deleted or renamed. */
  onChange(): void
}

/** Deletes a version. Returns false if another window has named it since; the user must then confirm again. */
export async function deleteVersion({ versions, version, onChange }: Deletion): Promise<boolean> {
  try {
    await versions.delete(version)
    return true
  } catch (error) {
    if (!isStale(error)) throw error
    const theirs = await versions.get(version.id)
    confirm({
      title: T.deleteTitle,
      children: theirs.note === null ? T.deleteUnnamed : T.deleteText(theirs.note),
      action: T.deleteAction,
      onConfirm: async () => {
        await deleteVersion({ versions, version: theirs, onChange })
        onChange()
      },
    })
    onChange()
    return false
  }
}
