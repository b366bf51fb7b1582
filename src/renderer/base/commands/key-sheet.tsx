/** The key bindings of a list of commands, by group; clicking a binding changes it. */
import { ActionIcon, Button, Kbd, Tooltip, UnstyledButton } from '@mantine/core'
import { IconRestore } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { texts } from '../../texts/texts.ts'
import { useSettings } from '../settings/settings-context.tsx'
import { isWhole, type KeyChanges, type KeyCommand, keysFor, keysOf, ownersOf, rebound } from './key-bindings.ts'
import { capsOf } from './key-caps.ts'
import classes from './key-sheet.module.css'

export interface KeyGroup {
  title: string
  commands: readonly KeyCommand[]
}

/** @param groups all commands of the list, so that no two of them have the same keys */
export function KeySheet({ groups }: { groups: readonly KeyGroup[] }) {
  const { settings, change } = useSettings()
  const changes: KeyChanges = settings.shortcuts ?? {}
  const [asking, setAsking] = useState<string | null>(null)
  const [said, setSaid] = useState('')

  const commands = groups.flatMap((group) => group.commands)
  const isOwn = (id: string) => commands.some((c) => c.id === id)

  function bind(command: KeyCommand, keys: readonly string[]) {
    const taken = ownersOf(commands, keys, changes, command.id)
    setAsking(null)
    const fixed = taken.find((c) => c.native)
    if (fixed) return setSaid(texts.settings.editorKeys.fixed(fixed.label))
    change({ shortcuts: rebound(commands, changes, command, keys) })
    setSaid(
      taken.length > 0
        ? texts.settings.editorKeys.taken(command.label, taken.map((c) => c.label).join('”, “'))
        : texts.settings.editorKeys.changed(command.label),
    )
  }

  return (
    <>
      <div className={classes.keysBar}>
        <p role="status">{said || texts.settings.editorKeys.howTo}</p>
        <Button
          variant="default"
          size="compact-sm"
          disabled={!Object.keys(changes).some(isOwn)}
          onClick={() => {
            change({ shortcuts: Object.fromEntries(Object.entries(changes).filter(([id]) => !isOwn(id))) })
            setSaid(texts.settings.editorKeys.allReset)
          }}
        >
          {texts.settings.editorKeys.resetAll}
        </Button>
      </div>
      <div className={classes.sheets}>
        {groups.map((group) => (
          <section key={group.title} aria-label={group.title}>
            <h3>{group.title}</h3>
            <ul className={classes.keys}>
              {group.commands.map((command) => (
                <li key={command.id}>
                  <span>{command.label}</span>
                  <span>
                    {Object.hasOwn(changes, command.id) && (
                      <Tooltip label={texts.settings.editorKeys.firstKeys}>
                        <ActionIcon
                          size={24}
                          aria-label={texts.settings.editorKeys.reset(command.label)}
                          onClick={() => bind(command, command.keys)}
                        >
                          <IconRestore size={14} />
                        </ActionIcon>
                      </Tooltip>
                    )}
                    {asking === command.id ? (
                      <KeyField
                        label={command.label}
                        onDone={(keys) => (keys ? bind(command, keys) : setAsking(null))}
                      />
                    ) : (
                      <KeysButton command={command} changes={changes} onAsk={() => setAsking(command.id)} />
                    )}
                  </span>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  )
}

interface KeysButtonProps {
  command: KeyCommand
  changes: KeyChanges
  onAsk(): void
}

function KeysButton({ command, changes, onAsk }: KeysButtonProps) {
  const keys = keysFor(command, changes)
  const words =
    keys.length > 0
      ? keys.map((k) => capsOf(k).join(' ')).join(texts.settings.editorKeys.or)
      : texts.settings.editorKeys.noKeys
  const shown =
    keys.length === 0 ? (
      <small>{texts.settings.editorKeys.none}</small>
    ) : (
      keys.map((chord) => (
        <span key={chord}>
          {capsOf(chord).map((cap) => (
            <Kbd key={cap}>{cap}</Kbd>
          ))}
        </span>
      ))
    )
  if (command.native) return <span className={classes.chords}>{shown}</span>
  return (
    <UnstyledButton
      className={classes.chords}
      data-changeable
      aria-label={texts.settings.editorKeys.change(command.label, words)}
      onClick={onAsk}
    >
      {shown}
    </UnstyledButton>
  )
}

/** Captures a chord: Escape keeps the binding, Backspace removes it. */
function KeyField({ label, onDone }: { label: string; onDone(keys: readonly string[] | null): void }) {
  const field = useRef<HTMLButtonElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <button
      ref={field}
      type="button"
      className={classes.keyField}
      aria-label={texts.settings.editorKeys.pressFor(label)}
      onBlur={() => onDone(null)}
      onKeyDown={(e) => {
        if (e.key === 'Tab') return
        e.preventDefault()
        e.stopPropagation()
        if (!isWhole(e)) return
        const keys = keysOf(e.nativeEvent)
        onDone(keys === 'Escape' ? null : keys === 'Backspace' ? [] : [keys])
      }}
    >
      {texts.settings.editorKeys.press}
    </button>
  )
}
