/** The keys of the lab, on the screen while marking; each is also a button. */
import { Kbd, Select } from '@mantine/core'
import type { ReactNode } from 'react'
import { kindsAt } from '../../../../shared/domain/truth.ts'
import { ClassDot } from '../../../base/ui/class-dot.tsx'
import type { SceneGeometry } from '../../../parts/run/overlay/run-scene.ts'
import { texts } from '../../../texts/texts.ts'
import type { ClassChoice } from './class-choice.ts'
import classes from './key-list.module.css'
import { ANY_CLASS_KEY, type LabCommand } from './lab-keys.ts'

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
