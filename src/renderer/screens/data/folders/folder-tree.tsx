/** The directories of a data set: a choice filters the grid, and images dropped on a directory are moved there. */
import { IconChevronRight, IconFolder, IconFolderPlus, IconPencil, IconPhoto, IconTrash } from '@tabler/icons-react'
import { type DragEvent, type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from 'react'
import type { ListedFolder } from '../../../../shared/api/folders.ts'
import { RowAction } from '../../../base/ui/row-action.tsx'
import { formatCount } from '../../../texts/plural.ts'
import { texts } from '../../../texts/texts.ts'
import { droppedIds, hasImages } from '../grid/image-drag.ts'
import { folderRows, ROOT, unfolded } from './folder-rows.ts'
import classes from './folders.module.css'
import type { FolderActions } from './use-folder-actions.tsx'

const words = texts.data.folders

interface FolderTreeProps {
  folders: readonly ListedFolder[]
  /** The number of images in the whole data set. */
  imageCount: number
  /** Path; null for all images. */
  chosen: string | null
  /** Why images and directories can't be changed; null when they can. */
  refused: string | null
  onChoose(path: string | null): void
  onMove(ids: readonly string[], path: string): void
  actions: FolderActions
}

export function FolderTree({ folders, imageCount, chosen, refused, onChoose, onMove, actions }: FolderTreeProps) {
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const rows = useMemo(() => folderRows(folders), [folders])
  const shown = unfolded(rows, folded)
  const tree = useRef<HTMLDivElement>(null)

  const fold = (path: string, isFolded: boolean) =>
    setFolded((now) => new Set(isFolded ? [...now, path] : [...now].filter((other) => other !== path)))
  const focusRow = (by: (now: number, last: number) => number) => {
    const all = [...(tree.current?.querySelectorAll<HTMLElement>('[role="treeitem"]') ?? [])]
    const now = all.indexOf(document.activeElement as HTMLElement)
    all[Math.min(all.length - 1, Math.max(0, by(now, all.length - 1)))]?.focus()
  }
  const onKeyDown = (event: KeyboardEvent, path: string | null) => {
    const row = rows.find((one) => one.path === path)
    if (event.key === 'ArrowDown') focusRow((now) => now + 1)
    else if (event.key === 'ArrowUp') focusRow((now) => now - 1)
    else if (event.key === 'Home') focusRow(() => 0)
    else if (event.key === 'End') focusRow((_, last) => last)
    else if (event.key === 'ArrowRight' && row?.hasChildren) fold(row.path, false)
    else if (event.key === 'ArrowLeft' && row?.hasChildren) fold(row.path, true)
    else if (event.key === 'Enter' || event.key === ' ') onChoose(path)
    else if (event.key === 'F2' && path !== null && refused === null) actions.rename(path)
    else if (event.key === 'Delete' && path !== null && refused === null) actions.remove(path)
    else return
    event.preventDefault()
  }
  const drop = (path: string) => (refused === null ? () => onMove(droppedIds(), path) : null)

  return (
    <nav className={classes.panel} aria-label={words.label}>
      <div className={classes.head}>
        <h2>{words.label}</h2>
        {chosen !== null && (
          <>
            <RowAction label={words.rename} refused={refused} onClick={() => actions.rename(chosen)}>
              <IconPencil size={16} stroke={1.6} />
            </RowAction>
            <RowAction label={words.remove} refused={refused} onClick={() => actions.remove(chosen)}>
              <IconTrash size={16} stroke={1.6} />
            </RowAction>
          </>
        )}
        <RowAction label={words.create} refused={refused} onClick={actions.create}>
          <IconFolderPlus size={16} stroke={1.6} />
        </RowAction>
      </div>
      <div ref={tree} role="tree" aria-label={words.label} className={classes.tree}>
        <Row
          name={words.all}
          count={imageCount}
          level={1}
          icon={<IconPhoto size={15} stroke={1.6} aria-hidden />}
          isChosen={chosen === null}
          onChoose={() => onChoose(null)}
          onKeyDown={(event) => onKeyDown(event, null)}
          onDropImages={drop(ROOT)}
        />
        {shown.map(({ path, name, level, hasChildren, images }) => (
          <Row
            key={path}
            name={name}
            level={level}
            count={images}
            icon={<IconFolder size={15} stroke={1.6} aria-hidden />}
            isChosen={chosen === path}
            isFolded={hasChildren ? folded.has(path) : undefined}
            onFold={() => fold(path, !folded.has(path))}
            onChoose={() => onChoose(path)}
            onKeyDown={(event) => onKeyDown(event, path)}
            onDropImages={drop(path)}
          />
        ))}
      </div>
    </nav>
  )
}

interface RowProps {
  name: string
  count: number
  level: number
  icon: ReactNode
  isChosen: boolean
  /** Undefined for a directory without directories. */
  isFolded?: boolean | undefined
  onFold?(): void
  onChoose(): void
  onKeyDown(event: KeyboardEvent): void
  /** Null when images can't be moved. */
  onDropImages: (() => void) | null
}

function Row({ name, count, level, icon, isChosen, isFolded, onFold, onChoose, onKeyDown, onDropImages }: RowProps) {
  const [isOver, setOver] = useState(false)
  const accepts = (event: DragEvent) => onDropImages !== null && hasImages(event.dataTransfer)
  return (
    <div
      role="treeitem"
      tabIndex={isChosen ? 0 : -1}
      aria-level={level}
      aria-selected={isChosen}
      aria-expanded={isFolded === undefined ? undefined : !isFolded}
      aria-label={words.row(name, count)}
      className={classes.row}
      data-over={isOver || undefined}
      style={{ paddingLeft: 6 + (level - 1) * 14 }}
      onClick={onChoose}
      onKeyDown={onKeyDown}
      onDragOver={(event) => {
        if (!accepts(event)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false)
        if (!accepts(event)) return
        event.preventDefault()
        onDropImages?.()
      }}
    >
      <span
        className={classes.fold}
        data-open={isFolded === false || undefined}
        aria-hidden="true"
        onClick={(event) => {
          if (isFolded === undefined) return
          event.stopPropagation()
          onFold?.()
        }}
      >
        {isFolded !== undefined && <IconChevronRight size={13} />}
      </span>
      {icon}
      <span className={classes.name} title={name}>
        {name}
      </span>
      <span className={classes.count}>{formatCount(count)}</span>
    </div>
  )
}
