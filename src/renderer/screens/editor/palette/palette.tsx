/** The palette of blocks: drag one onto the canvas, double-click it, or press Enter. */
import { ScrollArea, TextInput, Tooltip } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { BLOCK_KINDS, type BlockKindName } from '../../../../shared/blocks/catalogue.ts'
import { BLOCKS } from '../../../base/blocks/block-text.ts'
import { Keys } from '../../../base/commands/keys.tsx'
import { texts } from '../../../texts/texts.ts'
import { BLOCK_GROUPS, findBlocks } from '../blocks/block-groups.ts'
import { BlockIcon, blockColor } from '../blocks/block-icons.tsx'
import { useCaps } from '../commands/use-key-hint.ts'
import { useControls } from '../session/actions-context.ts'
import { useUi } from '../session/editor-context.ts'
import { PanelEdge, usePanelSize } from '../side-panels/panel-edge.tsx'
import { PALETTE_SEARCH_ID } from '../side-panels/panel-fold.ts'
import classes from './palette.module.css'
import { usePaletteDrag } from './palette-drag.tsx'

export function Palette() {
  const { actions } = useControls()
  const toSearch = useCaps()('palette-search')
  const width = usePanelSize('palette')
  const [query, setQuery] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const found = findBlocks(BLOCK_KINDS, query)
  const groups =
    query.trim() === ''
      ? BLOCK_GROUPS
      : [
          {
            title: found.length === 0 ? texts.editor.palette.palette.noMatches : texts.editor.palette.palette.found,
            kinds: found,
          },
        ]

  const items = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-block]') ?? [])]
  function moveFocus(e: KeyboardEvent) {
    const step = e.key === 'ArrowDown' ? 1 : e.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    e.preventDefault()
    const all = items()
    const at = all.indexOf(document.activeElement as HTMLElement)
    if (at + step < 0) document.getElementById(PALETTE_SEARCH_ID)?.focus()
    else all[Math.min(at + step, all.length - 1)]?.focus()
  }

  return (
    <aside
      className={classes.palette}
      style={{ width }}
      aria-label={texts.editor.palette.palette.blocks}
      data-side-panel="palette"
    >
      <PanelEdge panel="palette" />
      <div className={classes.search}>
        <TextInput
          id={PALETTE_SEARCH_ID}
          aria-label={texts.editor.palette.palette.find}
          placeholder={texts.editor.palette.palette.find}
          value={query}
          data-own-undo
          leftSection={<IconSearch size={14} />}
          rightSection={query === '' && toSearch ? <Keys keys={toSearch} /> : null}
          onChange={(e) => setQuery(e.currentTarget.value)}
          onKeyDown={(e) => {
            const [first] = found
            if (e.key === 'Enter' && first) actions.addBlock(first)
            if (e.key === 'Escape') {
              if (query !== '') setQuery('')
              else e.currentTarget.blur()
            }
            moveFocus(e)
          }}
        />
      </div>
      <ScrollArea
        className={classes.list}
        classNames={{ scrollbar: classes.scrollbar }}
        viewportRef={list}
        scrollbarSize={8}
      >
        {groups.map(({ title, kinds }) => (
          <section key={title} className={classes.group} aria-label={title}>
            <h3>{title}</h3>
            {kinds.map((kind) => (
              <PaletteItem key={kind} kind={kind} onKeyDown={moveFocus} />
            ))}
          </section>
        ))}
      </ScrollArea>
    </aside>
  )
}

interface PaletteItemProps {
  kind: BlockKindName
  onKeyDown(e: KeyboardEvent): void
}

function PaletteItem({ kind, onKeyDown }: PaletteItemProps) {
  const { title, summary, docs } = BLOCKS[kind]
  const drag = usePaletteDrag(kind)
  const dragging = useUi((s) => s.paletteDrag !== null)
  return (
    <Tooltip label={docs} disabled={dragging} position="right" multiline w={280} openDelay={650} withArrow>
      <button
        type="button"
        className={classes.item}
        style={{ '--block': blockColor(kind) } as React.CSSProperties}
        data-block={kind}
        aria-label={texts.editor.palette.palette.add(title, summary)}
        onKeyDown={onKeyDown}
        {...drag}
      >
        <span className={classes.icon}>
          <BlockIcon kind={kind} size={17} />
        </span>
        <span className={classes.words}>
          <span className={classes.title}>{title}</span>
          <span className={classes.summary}>{summary}</span>
        </span>
      </button>
    </Tooltip>
  )
}
