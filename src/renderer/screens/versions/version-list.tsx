/** The list of versions by time, newest first. */
import { IconBookmark, IconGitFork, IconHistory, IconPencil, IconPlayerPlay, IconRestore } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { StudioVersionInfo } from '../../../shared/api/studio-versions.ts'
import type { VersionKind } from '../../../shared/graph/versions.ts'
import { formatFullDate, formatWhen } from '../../base/format/format.ts'
import { OwnerNote } from '../../parts/studio/sharing/owner-note.tsx'
import { changeText, kindText, versionTitle } from '../../parts/workflow/versions/version-text.ts'
import { texts } from '../../texts/texts.ts'
import classes from './versions.module.css'

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

/** A single tab stop; the arrow keys move between versions. */
export function VersionList({ versions, chosen, onChoose }: VersionListProps) {
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
