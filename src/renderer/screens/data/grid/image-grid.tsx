// biome-ignore-all lint/a11y/useSemanticElements: rows of a virtual grid need absolute positions, which tables forbid
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and the keys, its cells are active descendants
/** Images in square cells, of any number: only those near the view are rendered and read. */
import {
  type DragEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { texts } from '../../../texts/texts.ts'
import classes from './grid.module.css'
import { ImageCell } from './image-cell.tsx'
import { dragIds } from './image-drag.ts'
import { type Box, type GridLayout, indexesOf, isGridKey, layoutOf, leftOf, rowsAround, stepped } from './layout.ts'
import { itemsAt, sizeOf } from './ranges.ts'
import { allOf, isChosen, NOTHING, pressed, type Selection, steppedTo } from './selection.ts'
import type { SummaryBlocks } from './summary-blocks.ts'
import { type GridView, useGridScroll } from './use-grid-scroll.ts'
import { modifiersOf, useRectangle } from './use-rectangle.ts'

const words = texts.data.grid
/** View heights around the view whose images are read. */
const READ_AHEAD = 2

interface ElementSize {
  width: number
  height: number
}

/** The inner size of an element, in CSS pixels. Null until it is measured. */
function useElementSize(element: RefObject<HTMLElement | null>): ElementSize | null {
  const [size, setSize] = useState<ElementSize | null>(null)
  useLayoutEffect(() => {
    const measured = element.current
    if (!measured) return
    const measure = () => {
      const next = { width: measured.clientWidth, height: measured.clientHeight }
      setSize((now) => (now?.width === next.width && now.height === next.height ? now : next))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(measured)
    return () => observer.disconnect()
  }, [element])
  return size
}

interface ImageGridProps {
  ids: readonly string[]
  blocks: SummaryBlocks
  /** Least side of the pictures. */
  size: number
  hasBoxes: boolean
  /** By id, of images that are compared to another one. */
  similarity: ReadonlyMap<string, number> | undefined
  selection: Selection
  onSelection(selection: Selection): void
  onOpen(index: number): void
  /** Offset of the content at which the grid starts. */
  firstOffset: number
  onOffset(offset: number): void
  /** Keys that the grid itself has no use for. */
  onKey(event: KeyboardEvent): void
}

export function ImageGrid(props: ImageGridProps) {
  const { ids, blocks, size, hasBoxes, selection, onSelection, onOpen, firstOffset, onOffset, onKey } = props
  const { similarity } = props
  const count = ids.length
  const scroller = useRef<HTMLDivElement>(null)
  const own = useId()
  const room = useElementSize(scroller)
  const layout = useMemo(() => room && layoutOf({ count, ...room, size }), [count, room, size])
  const scroll = useGridScroll({ layout, scroller, firstOffset, onOffset })
  const rectangle = useRectangle({ layout, scroller, scroll, selection, onSelection })
  useSyncExternalStore(blocks.subscribe, blocks.version)
  const { view } = scroll

  // Read each time that other rows come into view; a scroll within the same rows reads nothing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the view stands for the offset
  useEffect(() => {
    if (layout) blocks.want(...indexesOf(layout, rowsAround(layout, scroll.offset(), READ_AHEAD)))
  }, [blocks, layout, view])

  // A grid that opens on an image which is not at the top shows it.
  const isFirst = useRef(true)
  useEffect(() => {
    if (!layout || !isFirst.current) return
    isFirst.current = false
    scroll.show(selection.cursor)
    if (selection.cursor >= 0) scroller.current?.focus({ preventScroll: true })
  }, [layout, scroll, selection.cursor])

  const indexOf = (target: EventTarget): number => {
    const cell = (target as Element).closest<HTMLElement>('[data-index]')
    return cell ? Number(cell.dataset.index) : -1
  }
  const drew = useRef(false)
  const onPointerDown = (event: PointerEvent) => {
    drew.current = false
    const element = scroller.current
    if (event.button !== 0 || !element || event.pointerType === 'touch') return
    // The scrollbar is part of the element.
    if (event.clientX - element.getBoundingClientRect().left > element.clientWidth) return
    const index = indexOf(event.target)
    // A chosen image is dragged to a directory instead.
    if (index < 0 || !isChosen(selection, index)) rectangle.begin(event)
  }
  const onPointerUp = () => {
    drew.current = rectangle.end()
  }
  const onClick = (event: MouseEvent) => {
    if (drew.current) {
      drew.current = false
      return
    }
    const index = indexOf(event.target)
    const modifiers = modifiersOf(event)
    if (index >= 0) onSelection(pressed(selection, index, modifiers))
    else if (!modifiers.ctrl && !modifiers.shift) onSelection({ ...NOTHING, cursor: selection.cursor })
  }
  const onDoubleClick = (event: MouseEvent) => {
    const index = indexOf(event.target)
    if (index >= 0) onOpen(index)
  }
  const onDragStart = (event: DragEvent) => dragIds(event.dataTransfer, itemsAt(ids, selection.chosen))

  const onKeyDown = (event: KeyboardEvent) => {
    if (!layout || count === 0 || event.altKey) return onKey(event)
    const modifiers = modifiersOf(event)
    if (isGridKey(event.key)) {
      const to = stepped(layout, selection.cursor, event.key)
      onSelection(steppedTo(selection, to, modifiers))
      scroll.show(to)
    } else if (event.key === 'Enter' && selection.cursor >= 0) onOpen(selection.cursor)
    else if (event.key === ' ' && selection.cursor >= 0) {
      onSelection(pressed(selection, selection.cursor, { shift: modifiers.shift, ctrl: true }))
    } else if (event.key.toLowerCase() === 'a' && modifiers.ctrl) onSelection(allOf(selection, count))
    else if (event.key === 'Escape' && sizeOf(selection.chosen) > 0) {
      onSelection({ ...NOTHING, cursor: selection.cursor })
    } else return onKey(event)
    event.preventDefault()
    event.stopPropagation()
  }

  const cellId = (index: number) => `${own}-${index}`
  const isCursorShown =
    layout !== null && selection.cursor >= view.first * layout.columns && selection.cursor < view.end * layout.columns
  return (
    <div
      ref={scroller}
      className={classes.scroller}
      role="grid"
      aria-label={words.label}
      aria-multiselectable="true"
      aria-rowcount={layout?.rows ?? 0}
      aria-colcount={layout?.columns ?? 0}
      aria-activedescendant={isCursorShown ? cellId(selection.cursor) : undefined}
      data-cursor={isCursorShown || undefined}
      tabIndex={0}
      onScroll={scroll.onScroll}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={rectangle.move}
      onPointerUp={onPointerUp}
      onPointerCancel={onPointerUp}
      onClick={onClick}
      onDoubleClick={onDoubleClick}
      onDragStart={onDragStart}
    >
      <div role="presentation" className={classes.content} style={{ height: layout?.scrollHeight ?? 0 }}>
        {layout && (
          <div role="presentation" className={classes.layer} style={{ transform: `translateY(${view.top}px)` }}>
            {rowsOf(layout, view, (index, column) => (
              <ImageCell
                key={index}
                id={cellId(index)}
                left={leftOf(layout, column)}
                side={layout.side}
                image={blocks.at(index)}
                similarity={similarity?.get(ids[index] ?? '')}
                isChosen={isChosen(selection, index)}
                isCurrent={index === selection.cursor}
                index={index}
                column={column}
                hasBoxes={hasBoxes}
              />
            ))}
          </div>
        )}
        {rectangle.box && <Rectangle box={rectangle.box} shift={view.shift} />}
      </div>
    </div>
  )
}

function rowsOf(layout: GridLayout, view: GridView, cell: (index: number, column: number) => ReactNode): ReactNode[] {
  const { columns, count, rowHeight } = layout
  const rows: ReactNode[] = []
  for (let row = view.first; row < Math.min(view.end, layout.rows); row++) {
    const start = row * columns
    const cells = Array.from({ length: Math.min(columns, count - start) }, (_, i) => cell(start + i, i))
    rows.push(
      <div
        key={row}
        role="row"
        aria-rowindex={row + 1}
        className={classes.row}
        style={{ top: (row - view.first) * rowHeight }}
      >
        {cells}
      </div>,
    )
  }
  return rows
}

function Rectangle({ box: { x0, y0, x1, y1 }, shift }: { box: Box; shift: number }) {
  const style = {
    left: Math.min(x0, x1),
    width: Math.abs(x1 - x0),
    top: Math.min(y0, y1) + shift,
    height: Math.abs(y1 - y0),
  }
  return <div className={classes.rectangle} style={style} aria-hidden="true" />
}
