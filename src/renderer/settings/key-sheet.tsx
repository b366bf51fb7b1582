/** The keyboard cheat sheet, read from the same lists that the keys work by. */
import { Kbd } from '@mantine/core'
import { useEffect, useState } from 'react'
import { PLAYER_KEYS } from '../runs/player/player-keys.ts'
import { groupKeys, type KeyLine } from './group-keys.ts'
import classes from './settings.module.css'

export function KeySheet() {
  const [editor, setEditor] = useState<KeyLine[]>([])
  // The editor's code is large and may not be needed otherwise.
  useEffect(() => {
    import('../editor/shortcuts.ts').then(({ SHORTCUTS }) => setEditor(groupKeys(SHORTCUTS)))
  }, [])
  return (
    <div className={classes.sheets}>
      <Sheet title="In a workflow" lines={editor} />
      <Sheet title="On a run’s page" lines={PLAYER_KEYS.map(({ keys, what }) => ({ keys: [keys], what }))} />
    </div>
  )
}

function Sheet({ title, lines }: { title: string; lines: readonly KeyLine[] }) {
  return (
    <div>
      <h3>{title}</h3>
      <dl className={classes.keys}>
        {lines.map(({ keys, what }) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>
              {keys.map((chord) => (
                <span key={chord}>
                  {chord.split(/[+ ]/).map((key) => (
                    <Kbd key={key}>{key}</Kbd>
                  ))}
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
