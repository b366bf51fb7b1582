/** The classes with their number keys and counts: a click gives the selection the class, or else the next annotation. */
import { Kbd, TextInput, UnstyledButton } from '@mantine/core'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { type Ref, useMemo, useState } from 'react'
import { formatCount } from '../../../../texts/plural.ts'
import { texts } from '../../../../texts/texts.ts'
import { NUMBERED_CLASSES } from '../commands/drawing-commands.ts'
import { useCommandCaps } from '../commands/use-labelling-keys.ts'
import type { LabelClass } from '../document/document.ts'
import classes from '../labelling.module.css'
import { countsOf } from './annotation-text.ts'
import { useLabellingDocument, useStage, useStageState } from './use-stage.ts'

const words = texts.labelling.classes
/** Below this number, a search field is more than the list needs. */
const SEARCHED_FROM = 2
const ROW_PX = 28
/** The height of the list before it scrolls. */
const MAX_HEIGHT_PX = 238

interface ClassListProps {
  list: readonly LabelClass[]
  search: Ref<HTMLInputElement>
  /** Adds a class of the typed name. */
  onAdd: ((name: string) => void) | undefined
  /** Called after a class was chosen or the search cancelled by a key, so that the canvas takes the focus again. */
  onDone(): void
}

export function ClassList({ list, search, onAdd, onDone }: ClassListProps) {
  const stage = useStage()
  const document = useLabellingDocument()
  const [text, setText] = useState('')
  const caps = useCommandCaps()
  const { ordered } = document
  const counts = useMemo(() => countsOf(ordered), [ordered])
  const next = useStageState((s) => s.className)
  const tool = useStageState((s) => s.tool)
  const current = document.selected[0]?.name ?? stage.classes.nameFor(tool) ?? next
  const found = list
    .map((item, index) => ({ item, index }))
    .filter(({ item }) => item.name.toLowerCase().includes(text.trim().toLowerCase()))

  const typed = text.trim()
  const isNew = onAdd !== undefined && typed !== '' && !list.some(({ name }) => name === typed)
  const add = () => {
    onAdd?.(typed)
    finish()
  }
  const finish = () => {
    setText('')
    onDone()
  }
  return (
    <section className={classes.section} aria-label={words.title}>
      <div className={classes.sectionHead}>
        <h3>{words.title}</h3>
        {(list.length >= SEARCHED_FROM || onAdd) && (
          <TextInput
            ref={search}
            className={classes.search}
            size="xs"
            aria-label={words.search}
            placeholder={words.searchHint}
            leftSection={<IconSearch size={13} />}
            value={text}
            onChange={(e) => setText(e.currentTarget.value)}
            onKeyDown={(e) => {
              if (e.key !== 'Enter' && e.key !== 'Escape') return
              e.preventDefault()
              const first = found[0]
              if (e.key === 'Enter' && !first && isNew) return add()
              if (e.key === 'Enter' && !first) return
              if (e.key === 'Enter' && first) stage.tools.chooseClass(first.item.name)
              finish()
            }}
          />
        )}
      </div>
      {list.length === 0 && <p className={classes.empty}>{onAdd ? words.typeFirst : words.none}</p>}
      {/* A search does not move the panels below. */}
      <ul className={classes.classes} style={{ minHeight: Math.min(MAX_HEIGHT_PX, list.length * ROW_PX) }}>
        {list.length > 0 && found.length === 0 && !isNew && <li className={classes.empty}>{words.noMatch(text)}</li>}
        {found.map(({ item: { name, color }, index }, row) => {
          const key = index < NUMBERED_CLASSES ? caps(`label-class-${index + 1}`) : null
          const count = counts.get(name) ?? 0
          return (
            <li key={name}>
              <UnstyledButton
                className={classes.class}
                aria-pressed={name === current}
                data-first={(text !== '' && row === 0) || undefined}
                onClick={(e) => {
                  stage.tools.chooseClass(name)
                  if (e.detail > 0) stage.focus()
                }}
              >
                <i style={{ background: color }} aria-hidden="true" />
                <span className={classes.className}>{name}</span>
                <span className={classes.count} data-zero={count === 0 || undefined} aria-hidden="true">
                  {formatCount(count)}
                </span>
                <span className={classes.srOnly}>{words.count(count)}</span>
                <span className={classes.key}>{key && <Kbd>{key.join('+')}</Kbd>}</span>
              </UnstyledButton>
            </li>
          )
        })}
        {isNew && (
          <li>
            <UnstyledButton className={classes.class} data-first={found.length === 0 || undefined} onClick={add}>
              <IconPlus size={13} aria-hidden="true" />
              <span className={classes.className}>{words.add(typed)}</span>
            </UnstyledButton>
          </li>
        )}
      </ul>
    </section>
  )
}
