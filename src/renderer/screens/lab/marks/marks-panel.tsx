/** The marks at a place: a click seeks to the mark's frame, the bar below edits the mark. */
import { ActionIcon, Menu, Select, Tooltip } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconDots,
  IconFileImport,
  IconTarget,
  IconTrash,
} from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import type { Visibility } from '../../../../shared/api/studio-records.ts'
import { kindsAt, type TruthMark, type TruthPlace } from '../../../../shared/domain/truth.ts'
import { formatDuration, formatTimecode } from '../../../base/format/format.ts'
import { ClassDot } from '../../../base/ui/class-dot.tsx'
import panel from '../../../base/ui/panel.module.css'
import { Refusable } from '../../../base/ui/refusable.tsx'
import { type Column, VirtualTable, type VirtualTableHandle } from '../../../base/ui/virtual-table.tsx'
import { OwnerNote, ShareItem } from '../../../parts/studio/sharing/sharing.tsx'
import { texts } from '../../../texts/texts.ts'
import type { ClassChoice } from '../player/key-list.tsx'
import type { TruthSaving } from '../truth/open-truth.ts'
import type { TruthStore } from '../truth/truth-store.ts'
import classes from './marks.module.css'

interface MarksPanelProps {
  truth: TruthStore
  place: TruthPlace
  watchedS: number
  chosenId: string | null
  onChoose: (mark: TruthMark) => void
  onMoveHere: (mark: TruthMark) => void
  choice: ClassChoice
  saving: TruthSaving
  /** The reason why the caller may not change the marks; null when it may. */
  refused: string | null
  onShare: (visibility: Visibility) => Promise<void>
  onImport: () => void
  onExport: (format: 'json' | 'csv') => void
}

export function MarksPanel(props: MarksPanelProps) {
  const { truth, place, watchedS, chosenId, onChoose, onMoveHere, choice, refused } = props
  const { saving, problem, arrivedMarks, owner } = props.saving
  const { marks } = place
  const t = texts.lab.marks
  const canUndo = useStore(truth.store, (s) => s.past.length > 0)
  const canRedo = useStore(truth.store, (s) => s.future.length > 0)
  const chosenAt = marks.findIndex((m) => m.id === chosenId)
  const chosen = marks[chosenAt]
  const table = useRef<VirtualTableHandle>(null)
  useEffect(() => {
    if (chosenAt >= 0) table.current?.scrollToRow(chosenAt)
  }, [chosenAt])
  const columns: Column[] = [
    { key: 'time', title: t.time, width: '86px', cell: (row) => formatTimecode((marks[row] as TruthMark).time_s) },
    { key: 'place', title: t.place, width: 'minmax(90px, 1fr)', cell: () => place.name },
    {
      key: 'kind',
      title: place.kind === 'line' ? t.direction : t.what,
      width: '92px',
      cell: (row) => texts.lab.kinds[(marks[row] as TruthMark).kind],
    },
    {
      key: 'class',
      title: t.className,
      width: 'minmax(100px, 1fr)',
      cell: (row) => {
        const name = (marks[row] as TruthMark).class_name
        return name === null ? <span className={classes.any}>{texts.lab.anyClass}</span> : <ClassDot name={name} />
      },
    },
  ]
  return (
    <div className={panel.panel}>
      <div className={panel.tools}>
        <IconButton label={t.undo} disabled={!canUndo || refused !== null} onClick={truth.undo}>
          <IconArrowBackUp size={17} stroke={1.7} />
        </IconButton>
        <IconButton label={t.redo} disabled={!canRedo || refused !== null} onClick={truth.redo}>
          <IconArrowForwardUp size={17} stroke={1.7} />
        </IconButton>
        <span className={classes.saving} role="status" data-failed={saving === 'failed' || undefined}>
          {saving === 'failed' ? t.notSaved(problem ?? '') : saving === 'saving' ? t.saving : t.saved}
        </span>
        <span className={classes.arrived} role="status">
          {arrivedMarks > 0 && t.added(arrivedMarks)}
        </span>
        <Refusable label={t.import} icon={<IconFileImport size={15} />} refused={refused} onClick={props.onImport} />
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon aria-label={t.more}>
              <IconDots size={17} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => props.onExport('json')}>{t.exportJson}</Menu.Item>
            <Menu.Item onClick={() => props.onExport('csv')}>{t.exportCsv}</Menu.Item>
            <Menu.Divider />
            <ShareItem record={owner} onShare={props.onShare} />
            <Menu.Item
              disabled={place.watched.length === 0 || refused !== null}
              onClick={() => truth.forgetWatched(place)}
            >
              {t.forgetWatched}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
      {owner !== null && (
        <div className={classes.owner}>
          <OwnerNote record={owner} refused={refused} />
        </div>
      )}
      <div className={panel.fill}>
        <VirtualTable
          label={t.title}
          handle={table}
          columns={columns}
          rowCount={marks.length}
          onRow={(row) => onChoose(marks[row] as TruthMark)}
          current={chosenAt}
          minWidth={400}
          empty={t.empty}
        />
      </div>
      {chosen && refused === null && (
        <EditBar
          key={chosen.id}
          truth={truth}
          place={place}
          choice={choice}
          mark={chosen}
          onMoveHere={() => onMoveHere(chosen)}
        />
      )}
      <p className={panel.foot}>{t.foot(marks.length, formatDuration(watchedS))}</p>
    </div>
  )
}

interface EditBarProps {
  truth: TruthStore
  place: TruthPlace
  mark: TruthMark
  choice: ClassChoice
  onMoveHere: () => void
}

function EditBar({ truth, place, mark, choice, onMoveHere }: EditBarProps) {
  const t = texts.lab.marks
  const known = [
    ...new Set([...choice.near, ...choice.further, ...(mark.class_name === null ? [] : [mark.class_name])]),
  ]
  return (
    <section className={classes.edit} aria-label={t.chosen}>
      <b>{formatTimecode(mark.time_s)}</b>
      <Select
        aria-label={place.kind === 'line' ? t.direction : t.what}
        w={104}
        allowDeselect={false}
        data={kindsAt(place.kind).map((kind) => ({ value: kind, label: texts.lab.kinds[kind] }))}
        value={mark.kind}
        onChange={(kind) => kind && truth.change(mark.id, { kind: kind as TruthMark['kind'] })}
      />
      <Select
        aria-label={t.className}
        className={classes.class ?? ''}
        placeholder={texts.lab.anyClass}
        data={known}
        value={mark.class_name}
        searchable
        clearable
        onChange={(class_name) => truth.change(mark.id, { class_name })}
      />
      <IconButton label={t.moveHere} onClick={onMoveHere}>
        <IconTarget size={17} stroke={1.7} />
      </IconButton>
      <IconButton label={t.remove} onClick={() => truth.remove(mark.id)}>
        <IconTrash size={17} stroke={1.7} />
      </IconButton>
    </section>
  )
}

interface IconButtonProps {
  label: string
  disabled?: boolean
  onClick: () => void
  children: React.ReactNode
}

function IconButton({ label, disabled = false, onClick, children }: IconButtonProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} disabled={disabled} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  )
}
