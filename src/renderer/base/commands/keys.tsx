/** Renders keyboard keys as key caps. */

import { capOf } from './key-caps.ts'
import classes from './keys.module.css'

export const Keys = ({ keys }: { keys: readonly string[] }) => (
  <span className={classes.keys}>
    {keys.map((key) => (
      <kbd key={key}>{capOf(key)}</kbd>
    ))}
  </span>
)
