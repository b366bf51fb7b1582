/** The panel with the list of versions, the chosen one, and a button to save a new one. */
import { Button, Loader } from '@mantine/core'
import {
  IconBookmark,
  IconDeviceFloppy,
  IconGitFork,
  IconHistory,
  IconPencil,
  IconPlayerPlay,
  IconRestore,
} from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { StudioVersionInfo } from '../../../shared/api/studio-versions.ts'
import type { VersionKind } from '../../../shared/graph/versions.ts'
import type { VersionsPanelProps } from '../../base/extensions/extensions.ts'
import { formatFullDate, formatWhen } from '../../base/format/format.ts'
import { Empty, LoadError } from '../../base/ui/page.tsx'
import { OwnerNote } from '../../parts/studio/sharing/sharing.tsx'
import { changeText, kindText, saveVersion, versionTitle } from '../../parts/workflow/versions/versions.ts'
import { texts } from '../../texts/texts.ts'
import { useVersionList } from './use-versions.ts'
import { VersionDetail } from './version-detail.tsx'
import classes from './versions.module.css'

const T = texts.versions

const ICONS: Record<VersionKind, typeof IconBookmark> = {
  named: IconBookmark,
  begin: IconPencil,
  run: IconPlayerPlay,
  restore: IconRestore,
  conflict: IconGitFork,
  interval: IconHistory,
}
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

interface VersionListProps {
  versions: readonly StudioVersionInfo[]
  chosen: string
  onChoose(versionId: string): void
}

/** The list of versions by time, newest first. A single tab stop; the arrow keys move between versions. */
function VersionList({ versions, chosen, onChoose }: VersionListProps) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => list.current?.querySelector<HTMLElement>('[aria-current]')?.focus(), [])

  function onKeyDown(e: React.KeyboardEvent) {
    const at = versions.findIndex((v) => v.id === chosen)
    const step = STEPS[e.key]
    const to =
      step !== undefined
        ? versions[at + step]
        : e.key === 'Home'
          ? versions[0]
          : e.key === 'End'
            ? versions.at(-1)
            : null
    if (to === null) return
    e.preventDefault()
    if (!to) return
    onChoose(to.id)
    list.current?.querySelector<HTMLElement>(`[data-version="${to.id}"]`)?.focus()
  }

  return (
    <ul ref={list} className={classes.list} aria-label={texts.versions.title}>
      {versions.map((version) => (
        <li key={version.id}>
          <Row
            version={version}
            isChosen={version.id === chosen}
            onChoose={() => onChoose(version.id)}
            onKeyDown={onKeyDown}
          />
        </li>
      ))}
    </ul>
  )
}

interface RowProps {
  version: StudioVersionInfo
  isChosen: boolean
  onChoose(): void
  onKeyDown(e: React.KeyboardEvent): void
}

function Row({ version, isChosen, onChoose, onKeyDown }: RowProps) {
  const Icon = ICONS[version.kind]
  const named = version.note !== null
  return (
    <button
      type="button"
      className={classes.row}
      aria-current={isChosen || undefined}
      tabIndex={isChosen ? 0 : -1}
      data-version={version.id}
      title={formatFullDate(version.created_at)}
      onClick={onChoose}
      onKeyDown={onKeyDown}
    >
      <Icon className={classes.icon} size={16} stroke={1.6} aria-hidden="true" />
      <span className={classes.words}>
        <span className={named ? classes.name : classes.when}>{versionTitle(version)}</span>
        <span className={classes.facts}>
          {[named ? formatWhen(version.created_at) : kindText(version), changeText(version)].join(' · ')}
        </span>
        <OwnerNote record={version} />
      </span>
    </button>
  )
}

export function VersionsPanel({ versions: store, current, names, onClose }: VersionsPanelProps) {
  const { versions, problem, reload } = useVersionList(store)
  const [wanted, setWanted] = useState<string | null>(null)
  const save = () =>
    saveVersion({ versions: store }, (id) => {
      setWanted(id)
      reload()
    })
  const saveButton = (
    <Button variant="default" leftSection={<IconDeviceFloppy size={15} />} onClick={save}>
      {T.saveCommand}
    </Button>
  )

  if (versions === null) {
    if (problem === null)
      return <Loader className={classes.loading} size="sm" color="gray" role="img" aria-label={T.loading} />
    return <LoadError title={T.unreadable} message={problem} onRetry={reload} />
  }
  const chosen = versions.find((v) => v.id === wanted) ?? versions[0]
  if (!chosen) {
    return (
      <Empty icon={<IconHistory size={22} />} title={T.noneTitle} action={saveButton}>
        {T.noneText}
      </Empty>
    )
  }
  return (
    <div className={classes.panel}>
      <div className={classes.left}>
        {saveButton}
        <VersionList versions={versions} chosen={chosen.id} onChoose={setWanted} />
      </div>
      <VersionDetail
        key={chosen.id}
        version={chosen}
        versions={versions}
        store={store}
        current={current}
        names={names}
        onClose={onClose}
        onChange={reload}
      />
    </div>
  )
}
