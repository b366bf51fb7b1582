/** Keys to press, as they look on a keyboard. */
import classes from './keys.module.css'

export const Keys = ({ keys }: { keys: readonly string[] }) => (
  <span className={classes.keys}>
    {keys.map((key) => (
      <kbd key={key}>{key}</kbd>
    ))}
  </span>
)
