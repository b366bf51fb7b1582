/** The chosen version: its actions, and its differences from another version; of a newer Sightline, its deletion. */
import { Button, Loader, Select } from '@mantine/core'
import { IconCopy, IconPencil, IconRestore, IconTrash } from '@tabler/icons-react'
import { useId, useState } from 'react'
import type { StudioVersionInfo } from '../../../shared/api/studio-versions.ts'
import type { VersionsPanelProps } from '../../base/extensions/extensions.ts'
import type { VersionStore } from '../../base/extensions/open-workflow.ts'
import { createWorkflow } from '../../base/host/create-workflow.ts'
import { useHost } from '../../base/host/host-context.ts'
import { askName } from '../../base/ui/ask-name.tsx'
import { LoadError } from '../../base/ui/empty.tsx'
import { deleteWithUndo } from '../../base/ui/pending-deletes.ts'
import { RowAction } from '../../base/ui/row-action.tsx'
import { toastError, toastInfo } from '../../base/ui/toast.tsx'
import { OwnerNote } from '../../parts/studio/sharing/owner-note.tsx'
import { ShareButton } from '../../parts/studio/sharing/share-button.tsx'
import { useChangeRefusal } from '../../parts/studio/sharing/sharing.ts'
import { GraphDiff } from '../../parts/workflow/graph-diff/graph-diff.tsx'
import { isNewer, kindText, versionTitle } from '../../parts/workflow/versions/version-text.ts'
import { texts } from '../../texts/texts.ts'
import { deleteVersion, renameVersion } from './name-conflict.tsx'
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

/** Its content can’t be read, so it can only be deleted. */
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
