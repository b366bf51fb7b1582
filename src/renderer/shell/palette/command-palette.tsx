/** The command palette: commands, blocks, things on the canvas, workflows and runs, found by typing. */
import { FocusTrap, Portal } from '@mantine/core'
import { IconArrowRight, IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { capsOf } from '../../base/commands/key-caps.ts'
import {
  closePalette,
  type MountedSource,
  openPalette,
  type PaletteItem,
  paletteSources,
  paletteStore,
  recentIds,
  rememberUse,
} from '../../base/commands/palette-items.ts'
import { texts } from '../../texts/texts.ts'
import { useAppItems } from './app-items.tsx'
import classes from './command-palette.module.css'
import { searchPalette } from './palette-search.ts'

export function CommandPalette() {
  const { open, query } = useStore(paletteStore)
  useAppItems()
  useEffect(() => {
    const stop = new AbortController()
    window.addEventListener(
      'keydown',
      (e) => {
        const wanted = (e.ctrlKey || e.metaKey) && !e.altKey && !e.shiftKey && e.key.toLowerCase() === 'k'
        if (!wanted || e.defaultPrevented) return
        e.preventDefault()
        if (paletteStore.getState().open) closePalette()
        else if (document.querySelector('[aria-modal=true]') === null) openPalette()
      },
      { signal: stop.signal },
    )
    // The browser reports a new address late: a palette that was opened at the new one stays open.
    const leftAddress = () => paletteStore.getState().address !== window.location.hash
    window.addEventListener('hashchange', () => leftAddress() && closePalette(), { signal: stop.signal })
    return () => stop.abort()
  }, [])
  return open ? (
    <Portal>
      <Palette key={query} start={query} />
    </Portal>
  ) : null
}

function Palette({ start }: { start: string }) {
  const [query, setQuery] = useState(start)
  const [active, setActive] = useState(0)
  const items = useItems()
  const recent = useMemo(recentIds, [])
  const groups = useMemo(() => searchPalette(items, query, recent), [items, query, recent])
  const flat = groups.flatMap((g) => g.items)
  const chosen = flat[Math.min(active, flat.length - 1)]
  const list = useRef<HTMLDivElement>(null)
  const before = useRef(document.activeElement as HTMLElement | null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new selection is scrolled into view
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [chosen])

  function leave() {
    closePalette()
    before.current?.focus?.({ preventScroll: true })
  }
  function take(item = chosen) {
    if (!item) return
    leave()
    rememberUse(item.id)
    item.act()
  }
  function onKeyDown(e: KeyboardEvent) {
    if (e.nativeEvent.isComposing) return
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }
    const step = steps[e.key]
    if (step !== undefined && flat.length > 0) {
      const at = Math.min(active, flat.length - 1) + step
      setActive(Math.abs(step) === 1 ? (at + flat.length) % flat.length : Math.max(0, Math.min(at, flat.length - 1)))
    } else if (e.key === 'Enter') take()
    else if (e.key === 'Escape') leave()
    else if (e.key !== 'Tab') return
    e.preventDefault()
    e.stopPropagation()
  }

  return (
    <div className={classes.backdrop} onPointerDown={(e) => e.target === e.currentTarget && leave()}>
      <FocusTrap active>
        <div className={classes.palette} role="dialog" aria-modal="true" aria-label={texts.shell.commandPalette.title}>
          <div className={classes.search}>
            <IconSearch size={16} stroke={1.6} aria-hidden />
            <input
              data-autofocus
              value={query}
              placeholder={texts.shell.commandPalette.placeholder}
              role="combobox"
              aria-label={texts.shell.commandPalette.search}
              aria-expanded
              aria-controls="palette-list"
              aria-activedescendant={chosen ? optionId(chosen) : undefined}
              autoComplete="off"
              spellCheck={false}
              data-own-undo
              onChange={(e) => {
                setQuery(e.currentTarget.value)
                setActive(0)
              }}
              onKeyDown={onKeyDown}
            />
          </div>
          <div
            id="palette-list"
            ref={list}
            className={classes.list}
            role="listbox"
            aria-label={texts.shell.commandPalette.results}
            tabIndex={-1}
          >
            {groups.map((group) => (
              // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be in a list box
              <div key={group.title} role="group" aria-label={group.title || texts.shell.commandPalette.bestMatches}>
                {group.title !== '' && (
                  <p className={classes.group} aria-hidden>
                    {group.title}
                  </p>
                )}
                {group.items.map((item) => (
                  <Option
                    key={item.id}
                    item={item}
                    chosen={item === chosen}
                    onPoint={() => setActive(flat.indexOf(item))}
                    onTake={() => take(item)}
                  />
                ))}
              </div>
            ))}
          </div>
          {flat.length === 0 && (
            <p className={classes.none} role="status">
              {texts.shell.commandPalette.nothing(query)}
            </p>
          )}
          <footer className={classes.foot}>
            <span>
              <kbd>↑</kbd>
              <kbd>↓</kbd> {texts.shell.commandPalette.choose}
            </span>
            <span>
              <kbd>{texts.shell.keyCaps.enter}</kbd> {texts.shell.commandPalette.select}
            </span>
            <span>
              <kbd>@</kbd> {texts.shell.commandPalette.blocksOnly}
            </span>
            <span>
              <kbd>&gt;</kbd> {texts.shell.commandPalette.commandsOnly}
            </span>
          </footer>
        </div>
      </FocusTrap>
    </div>
  )
}

const optionId = (item: PaletteItem) => `palette-${item.id}`

interface OptionProps {
  item: PaletteItem
  chosen: boolean
  onPoint(): void
  onTake(): void
}

const Option = ({ item, chosen, onPoint, onTake }: OptionProps) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: key presses are handled by the search field above
  <div
    id={optionId(item)}
    role="option"
    tabIndex={-1}
    aria-selected={chosen}
    className={classes.item}
    onPointerMove={onPoint}
    onClick={onTake}
  >
    <span className={classes.icon}>{item.icon ?? <IconArrowRight size={15} stroke={1.6} />}</span>
    <span className={classes.title}>{item.title}</span>
    {item.detail && <span className={classes.detail}>{item.detail}</span>}
    {item.keys?.[0] && (
      <span className={classes.keys}>
        {capsOf(item.keys[0]).map((cap) => (
          <kbd key={cap}>{cap}</kbd>
        ))}
      </span>
    )}
  </div>
)

/** Collects the items of all sources, also of a screen that is loaded later; asynchronous ones are added when they resolve. */
function useItems(): readonly PaletteItem[] {
  const { mounted } = useStore(paletteSources)
  const asked = useRef(new Set<MountedSource>())
  const [found, setFound] = useState<ReadonlyMap<MountedSource, readonly PaletteItem[]>>(() => new Map())
  useEffect(() => {
    for (const source of mounted) {
      if (asked.current.has(source)) continue
      asked.current.add(source)
      const put = (items: readonly PaletteItem[]) => setFound((was) => new Map(was).set(source, items))
      const items = source.current()
      if (items instanceof Promise) items.then(put, () => put([]))
      else put(items)
    }
  }, [mounted])
  return useMemo(() => mounted.flatMap((source) => found.get(source) ?? []), [mounted, found])
}
