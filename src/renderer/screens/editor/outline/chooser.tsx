/** A searchable list of choices; impossible choices are listed too, with their reason. */
import { Modal } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react'
import { capsOf } from '../../../base/commands/key-caps.ts'
import { Keys } from '../../../base/commands/keys.tsx'
import { texts } from '../../../texts/texts.ts'
import classes from './chooser.module.css'

const words = texts.outline.choice

export interface Choice {
  key: string
  title: string
  detail?: string
  icon?: ReactNode
  /** The shortcut that does the same without the list. */
  keys?: string
  /** The reason why the choice is impossible; null when it is possible. */
  problem: string | null
  act(): void
}

interface ChooserProps {
  title: string
  choices: readonly Choice[]
  onClose(): void
}

/** Limit of impossible choices; typing finds the rest. */
const MAX_IMPOSSIBLE = 60

export function Chooser({ title, choices, onClose }: ChooserProps) {
  const id = useId()
  const [query, setQuery] = useState('')
  const [active, setActive] = useState(0)
  const [refusal, setRefusal] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const { possible, impossible } = useMemo(() => {
    const found = choices.filter((c) => matches(c, query))
    return {
      possible: found.filter((c) => c.problem === null),
      impossible: found.filter((c) => c.problem !== null).slice(0, MAX_IMPOSSIBLE),
    }
  }, [choices, query])
  const shown = [...possible, ...impossible]
  const at = Math.min(active, shown.length - 1)
  const chosen = shown[at]
  const optionId = (choice: Choice) => `${id}-${shown.indexOf(choice)}`

  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView?.({ block: 'nearest' })
  })

  function take(choice: Choice | undefined) {
    if (!choice) return
    if (choice.problem !== null) return setRefusal(words.notPossible(choice.title, choice.problem))
    onClose()
    choice.act()
  }

  function onKeyDown(e: KeyboardEvent) {
    const last = shown.length - 1
    const to = { ArrowDown: at < last ? at + 1 : 0, ArrowUp: at > 0 ? at - 1 : last, PageUp: 0, PageDown: last }[e.key]
    if (to !== undefined) {
      e.preventDefault()
      setActive(to)
      setRefusal('')
    } else if (e.key === 'Enter' && !e.nativeEvent.isComposing) {
      e.preventDefault()
      take(chosen)
    }
  }

  const group = (label: string, items: readonly Choice[]) =>
    items.length > 0 && (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed in a list of options
      <div role="group" aria-label={label}>
        <div className={classes.heading} aria-hidden>
          {label}
        </div>
        {items.map((c) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the search field above
          <div
            key={c.key}
            id={optionId(c)}
            role="option"
            tabIndex={-1}
            aria-selected={c === chosen}
            aria-disabled={c.problem !== null || undefined}
            className={classes.option}
            onPointerMove={() => setActive(shown.indexOf(c))}
            onClick={() => take(c)}
          >
            {c.icon}
            <span className={classes.words}>
              <span>{c.title}</span>
              {(c.problem ?? c.detail) && <span className={classes.detail}>{c.problem ?? c.detail}</span>}
            </span>
            {c.keys !== undefined && <Keys keys={capsOf(c.keys)} />}
          </div>
        ))}
      </div>
    )

  return (
    <Modal opened onClose={onClose} title={title} returnFocus={false} size="md">
      <input
        className={classes.search}
        value={query}
        placeholder={words.search}
        role="combobox"
        aria-expanded
        aria-autocomplete="list"
        aria-controls={`${id}-list`}
        aria-activedescendant={chosen ? optionId(chosen) : undefined}
        aria-label={words.search}
        data-autofocus
        data-own-undo
        onChange={(e) => {
          setQuery(e.currentTarget.value)
          setActive(0)
          setRefusal('')
        }}
        onKeyDown={onKeyDown}
      />
      <div id={`${id}-list`} ref={list} className={classes.list} role="listbox" aria-label={title} tabIndex={-1}>
        {group(words.fits, possible)}
        {group(words.fitsNot, impossible)}
      </div>
      <p className={classes.status} role="status" data-refused={refusal !== '' || undefined}>
        {refusal || (shown.length === 0 ? words.none : words.count(possible.length))}
      </p>
    </Modal>
  )
}

function matches({ title, detail }: Choice, query: string): boolean {
  const text = `${title} ${detail ?? ''}`.toLowerCase()
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
