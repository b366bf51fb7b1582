/** The keyboard cheat sheet, generated from the lists that the key handlers use. */
import { Kbd } from '@mantine/core'
import { Suspense } from 'react'
import { capsOf } from '../../base/commands/key-caps.ts'
import classes from '../../base/commands/key-sheet.module.css'
import { useExtensions } from '../../base/extensions/extensions.ts'
import { PLAYER_KEYS } from '../../parts/run/player/player-keys.ts'
import { texts } from '../../texts/texts.ts'

export function KeySheet() {
  const { EditorKeys } = useExtensions()
  return (
    <>
      <Suspense fallback={null}>{EditorKeys && <EditorKeys />}</Suspense>
      <div className={classes.sheets}>
        <section aria-label={texts.settings.keySheet.onRunPage}>
          <h3>{texts.settings.keySheet.onRunPage}</h3>
          <ul className={classes.keys}>
            {PLAYER_KEYS.map(({ keys, what }) => (
              <li key={what}>
                <span>{what}</span>
                <span className={classes.chords}>
                  {keys.split(' ').map((chord) => (
                    <span key={chord}>
                      {capsOf(chord).map((cap) => (
                        <Kbd key={cap}>{cap}</Kbd>
                      ))}
                    </span>
                  ))}
                </span>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </>
  )
}
