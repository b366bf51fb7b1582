/** The keys of the lab: what they do, and their list on the screen while marking, where each is also a button. */
import { Kbd, Select } from '@mantine/core'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import type { WorkflowRun } from '../../../../shared/domain/run.ts'
import { kindsAt, type TruthPlace } from '../../../../shared/domain/truth.ts'
import { ClassDot } from '../../../base/ui/class-dot.tsx'
import type { SceneGeometry } from '../../../parts/run/overlay/run-scene.ts'
import type { RunBlocks } from '../../../parts/run/progress/use-run-blocks.ts'
import type { Frames } from '../../../parts/run/records/use-records.ts'
import { texts } from '../../../texts/texts.ts'
import classes from './key-list.module.css'

/** The classes that a mark can have: classes that were seen or marked first, then the other classes of the models. */
export interface ClassChoice {
  /** Shown as buttons with keys. */
  near: readonly string[]
  /** Shown in a searchable list. */
  further: readonly string[]
}

/** Up to this number, all classes are shown as buttons. */
const MAX_BUTTONS = 12

/** `seen`: in any order. `known`: the classes of the run's models, in the models' order. */
export function classChoice(seen: Iterable<string>, known: readonly string[]): ClassChoice {
  const first = [...new Set(seen)].filter((name) => name !== '').sort((a, b) => a.localeCompare(b))
  const further = [...new Set(known)].filter((name) => name !== '' && !first.includes(name))
  if (first.length + further.length <= MAX_BUTTONS) return { near: [...first, ...further], further: [] }
  return { near: first, further }
}

/** The classes of a run that it counted, detected or has marks of, and the other classes of its models. */
export function useClassChoice(
  run: WorkflowRun,
  { classNames }: RunBlocks,
  frames: Frames,
  places: readonly TruthPlace[],
): ClassChoice {
  const { lines, zones } = run.counts
  const seen = [
    ...[...lines, ...zones].flatMap((place) => Object.keys(place.by_class)),
    ...frames.index.classNames,
    ...places.flatMap((p) => p.marks.flatMap((m) => m.class_name ?? [])),
  ]
  const key = JSON.stringify(classChoice(seen, classNames))
  return useMemo(() => JSON.parse(key) as ClassChoice, [key])
}

/** The commands of the keys that the lab adds to the player's. */
export type LabCommand =
  | { do: 'mark'; which: 0 | 1 }
  | { do: 'class'; name: string | null }
  | { do: 'next-place' }
  | { do: 'remove' }
  | { do: 'blind' }
  | { do: 'undo' }
  | { do: 'redo' }

/** Letters that the player or the lab itself uses. */
const TAKEN = new Set([...'npwasdflxou'])
const ANY_CLASS_KEY = 'x'
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz']

/** Assigns each class a letter, from its name if one is free; classes beyond the alphabet have none. */
export function classKeys(names: readonly string[]): Map<string, string> {
  const used = new Set(TAKEN)
  const keys = new Map<string, string>()
  for (const name of names) {
    const own = [...name.toLowerCase()].filter((c) => LETTERS.includes(c))
    const letter = [...own, ...LETTERS].find((c) => !used.has(c))
    if (letter === undefined) continue
    used.add(letter)
    keys.set(name, letter)
  }
  return keys
}

interface Press {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  shiftKey: boolean
  altKey: boolean
}

/** Returns null for keys that have no meaning in the lab. */
export function labCommand(press: Press, keys: ReadonlyMap<string, string>): LabCommand | null {
  const key = press.key.toLowerCase()
  if (press.ctrlKey || press.metaKey) {
    if (press.altKey) return null
    if (key === 'z') return { do: press.shiftKey ? 'redo' : 'undo' }
    return key === 'y' && !press.shiftKey ? { do: 'redo' } : null
  }
  if (press.altKey) return null
  switch (key) {
    case '1':
      return { do: 'mark', which: 0 }
    case '2':
      return { do: 'mark', which: 1 }
    case 'l':
      return { do: 'next-place' }
    case 'o':
      return { do: 'blind' }
    case 'delete':
    case 'backspace':
      return { do: 'remove' }
    case ANY_CLASS_KEY:
      return { do: 'class', name: null }
  }
  for (const [name, letter] of keys) if (letter === key) return { do: 'class', name }
  return null
}

/** True while the user is typing, or while an element above the page handles the keys. */
function isBusyWithKeys(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false
  if (target.closest('[role="menu"], [role="listbox"], [role="dialog"], textarea, select')) return true
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'range'].includes(target.type)
}

/** Binds the lab's keys to the whole page. */
export function useLabKeys(classKeys: ReadonlyMap<string, string>, obey: (command: LabCommand) => void): void {
  const now = useRef({ classKeys, obey })
  now.current = { classKeys, obey }
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isBusyWithKeys(event.target)) return
      const command = labCommand(event, now.current.classKeys)
      // One mark per key press: a key that is held down does not repeat it.
      if (!command || (event.repeat && command.do === 'mark')) return
      event.preventDefault()
      now.current.obey(command)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

interface KeyListProps {
  places: readonly SceneGeometry[]
  place: SceneGeometry | null
  /** Number of marks at each place, in the order of `places`. */
  marked: readonly number[]
  onPlace: (index: number) => void
  classKeys: ReadonlyMap<string, string>
  choice: ClassChoice
  className: string | null
  obey: (command: LabCommand) => void
}

export function KeyList(props: KeyListProps) {
  const { places, place, marked, onPlace, classKeys, choice, className, obey } = props
  const t = texts.lab.keys
  return (
    <section className={classes.keys} aria-label={t.title}>
      <div className={classes.row}>
        <h2>{t.place}</h2>
        <div>
          {places.map((p, i) => (
            <KeyButton key={`${p.nodeId} ${p.name}`} pressed={p === place} onPress={() => onPlace(i)}>
              <i style={{ background: p.color }} aria-hidden="true" />
              {p.name}
              <small>{marked[i] ?? 0}</small>
            </KeyButton>
          ))}
        </div>
      </div>
      {place && (
        <div className={classes.row}>
          <h2>{t.mark}</h2>
          <div>
            {kindsAt(place.kind).map((kind, i) => (
              <KeyButton key={kind} keys={String(i + 1)} onPress={() => obey({ do: 'mark', which: i === 0 ? 0 : 1 })}>
                {texts.lab.kinds[kind]}
              </KeyButton>
            ))}
          </div>
        </div>
      )}
      {choice.near.length + choice.further.length > 0 && (
        <div className={classes.row}>
          <h2>{t.className}</h2>
          <div>
            <KeyButton
              keys={ANY_CLASS_KEY.toUpperCase()}
              pressed={className === null}
              onPress={() => obey({ do: 'class', name: null })}
            >
              {texts.lab.anyClass}
            </KeyButton>
            {choice.near.map((name) => (
              <KeyButton
                key={name}
                keys={classKeys.get(name)?.toUpperCase()}
                pressed={className === name}
                onPress={() => obey({ do: 'class', name })}
              >
                <ClassDot name={name} />
              </KeyButton>
            ))}
            {choice.further.length > 0 && (
              <Select
                className={classes.further}
                aria-label={t.further}
                placeholder={t.further}
                data={choice.further}
                value={className !== null && choice.further.includes(className) ? className : null}
                searchable
                clearable
                onChange={(name) => obey({ do: 'class', name })}
              />
            )}
          </div>
        </div>
      )}
      <p className={classes.others}>
        {t.others.map(([keys, what]) => (
          <span key={keys}>
            <Kbd>{keys}</Kbd>
            {what}
          </span>
        ))}
      </p>
    </section>
  )
}

interface KeyButtonProps {
  keys?: string | undefined
  pressed?: boolean
  onPress: () => void
  children: ReactNode
}

function KeyButton({ keys, pressed, onPress, children }: KeyButtonProps) {
  return (
    <button type="button" className={classes.key} aria-pressed={pressed} onClick={onPress}>
      {keys && <Kbd>{keys}</Kbd>}
      {children}
    </button>
  )
}
