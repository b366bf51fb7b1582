/** The chosen version: its actions, and its differences from another version; of a newer Sightline, its deletion. */
import { Button, Group, Loader, Select, Text } from '@mantine/core'
import { closeModal, openModal } from '@mantine/modals'
import { IconCopy, IconPencil, IconRestore, IconTrash } from '@tabler/icons-react'
import { useId, useState } from 'react'
import type { StudioVersionInfo } from '../../../shared/api/studio-versions.ts'
import type { VersionsPanelProps } from '../../base/extensions/extensions.ts'
import type { VersionRevision, VersionStore } from '../../base/extensions/open-workflow.ts'
import { createWorkflow } from '../../base/host/create-workflow.ts'
import { useHost } from '../../base/host/host-context.ts'
import { isStale } from '../../base/revisions/shared-value.ts'
import { askName } from '../../base/ui/ask-name.tsx'
import { confirm } from '../../base/ui/confirm.tsx'
import { errorText } from '../../base/ui/error-text.ts'
import { LoadError } from '../../base/ui/page.tsx'
import { deleteWithUndo } from '../../base/ui/pending-deletes.ts'
import { RowAction } from '../../base/ui/row-action.tsx'
import { toastError, toastInfo } from '../../base/ui/toast.tsx'
import { OwnerNote, ShareButton, useChangeRefusal } from '../../parts/studio/sharing/sharing.tsx'
import { GraphDiff } from '../../parts/workflow/graph-diff/graph-diff.tsx'
import { isNewer, kindText, versionTitle } from '../../parts/workflow/versions/versions.ts'
import { texts } from '../../texts/texts.ts'
import { useVersion } from './use-versions.ts'
import classes from './versions.module.css'

const T = texts.versions
const CURRENT = 'current'

interface VersionDetailProps extends Omit<VersionsPanelProps, 'versions'> {
  store: VersionStore
  version: StudioVersionInfo
  versions: readonly StudioVersionInfo[]
  /** Called when the list of versions has changed. */
  onChange(): void
}

export const VersionDetail = (props: VersionDetailProps) =>
  isNewer(props.version) ? <NewerVersion {...props} /> : <ReadableVersion {...props} />

/** A version that a newer Sightline made: its content can’t be read, so it can only be deleted. */
function NewerVersion({ store, version, onChange }: VersionDetailProps) {
  return (
    <section className={classes.detail} aria-label={T.chosen(versionTitle(version))}>
      <div className={classes.bar}>
        <Heading version={version} />
        <span className={classes.gap} />
        <DeleteButton store={store} version={version} onChange={onChange} />
      </div>
      <p>{T.newerText}</p>
    </section>
  )
}

const conflictTexts = texts.versions.conflict

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
      title: conflictTexts.title,
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
      <Text size="sm">{conflictTexts.text}</Text>
      <dl className={classes.names}>
        <dt>{conflictTexts.theirs}</dt>
        <dd>{theirs.note ?? conflictTexts.noName}</dd>
        <dt>{conflictTexts.mine}</dt>
        <dd>{rename.note}</dd>
      </dl>
      {error !== null && (
        <Text size="sm" c="red" role="alert">
          {error}
        </Text>
      )}
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" disabled={busy} onClick={onDone}>
          {conflictTexts.takeTheirs}
        </Button>
        <Button loading={busy} onClick={() => void keepMine()}>
          {conflictTexts.keepMine}
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
      title: conflictTexts.deleteTitle,
      children: theirs.note === null ? conflictTexts.deleteUnnamed : conflictTexts.deleteText(theirs.note),
      action: conflictTexts.deleteAction,
      onConfirm: async () => {
        await deleteVersion({ versions, version: theirs, onChange })
        onChange()
      },
    })
    onChange()
    return false
  }
}

function ReadableVersion({ store, version, versions, current, names, onChange, onClose }: VersionDetailProps) {
  const host = useHost()
  const refused = useChangeRefusal(version)
  const selectId = useId()
  const [otherId, setOtherId] = useState(CURRENT)
  const other = versions.find((v) => v.id === otherId) ?? null
  // The earlier of the two is first, whichever was chosen first.
  const turned = other !== null && other.created_at < version.created_at
  const loaded = useVersion(store, version.id)
  const loadedOther = useVersion(store, other?.id ?? null)

  if (loaded === null || (other && loadedOther === null))
    return <Loader className={classes.loading} size="sm" color="gray" role="img" aria-label={T.loading} />
  const problem = [loaded, loadedOther].find((l) => l && 'problem' in l)
  if (problem && 'problem' in problem)
    return <LoadError title={T.unreadable} message={problem.problem} onRetry={onChange} />
  if (!('version' in loaded)) return null
  const content = loaded.version
  const against = loadedOther && 'version' in loadedOther ? loadedOther.version : current

  async function restore() {
    try {
      await store.restore(content)
      toastInfo(T.restored(versionTitle(version)))
      onClose()
    } catch (error) {
      toastError(T.notRestored, error)
    }
  }

  async function copy() {
    try {
      const { graph, layout } = content
      await createWorkflow(host, { name: T.copyName(current.name, versionTitle(version)), graph, layout })
      onClose()
    } catch (error) {
      toastError(T.notCopied, error)
    }
  }

  const rename = () =>
    askName({
      title: version.note === null ? T.nameTitle : T.renameTitle,
      initial: version.note ?? '',
      action: version.note === null ? T.nameAction : T.renameAction,
      onName: (note) =>
        renameVersion({
          versions: store,
          version,
          note,
          onRenamed: onChange,
        }),
    })

  return (
    <section className={classes.detail} aria-label={T.chosen(versionTitle(version))}>
      <div className={classes.bar}>
        <Heading version={version} />
        <span className={classes.gap} />
        <ShareButton
          record={version}
          onShare={async (visibility) => {
            await store.share(version.id, visibility)
            onChange()
          }}
        />
        <RowAction label={version.note === null ? T.nameHint : T.renameAction} refused={refused} onClick={rename}>
          <IconPencil size={16} stroke={1.6} />
        </RowAction>
        <DeleteButton store={store} version={version} onChange={onChange} />
        <Button variant="default" leftSection={<IconCopy size={15} />} onClick={() => void copy()}>
          {T.openCopy}
        </Button>
        <Button leftSection={<IconRestore size={15} />} onClick={() => void restore()}>
          {T.restore}
        </Button>
      </div>
      <div className={classes.against}>
        <label htmlFor={selectId}>{T.compareWith}</label>
        <Select
          id={selectId}
          className={classes.compare}
          value={other?.id ?? CURRENT}
          allowDeselect={false}
          data={[
            { value: CURRENT, label: T.current },
            ...versions
              .filter((v) => v.id !== version.id && !isNewer(v))
              .map((v) => ({ value: v.id, label: T.option(versionTitle(v), kindText(v)) })),
          ]}
          onChange={(value) => setOtherId(value ?? CURRENT)}
        />
        <span className={classes.direction}>{turned ? T.since : T.until}</span>
      </div>
      <div className={classes.diff}>
        <GraphDiff before={turned ? against : content} after={turned ? content : against} names={names} />
      </div>
    </section>
  )
}

const Heading = ({ version }: { version: StudioVersionInfo }) => (
  <>
    <h3 className={classes.heading} title={versionTitle(version)}>
      {versionTitle(version)}
    </h3>
    <span className={classes.kind}>{kindText(version)}</span>
    <OwnerNote record={version} />
  </>
)

function DeleteButton({ store, version, onChange }: Pick<VersionDetailProps, 'store' | 'version' | 'onChange'>) {
  const refused = useChangeRefusal(version)
  const remove = () =>
    deleteWithUndo(version.id, T.quoted(versionTitle(version)), () =>
      deleteVersion({ versions: store, version, onChange }),
    )
  return (
    <RowAction label={T.delete} refused={refused} onClick={remove}>
      <IconTrash size={16} stroke={1.6} />
    </RowAction>
  )
}
