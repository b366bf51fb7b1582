/** A class by name, with its colour. */
import { classColor } from '../../shared/domain/class-color.ts'
import classes from './class-dot.module.css'

export function ClassDot({ name }: { name: string }) {
  return (
    <span className={classes.class}>
      <i style={{ background: classColor(name) }} aria-hidden="true" />
      <span>{name}</span>
    </span>
  )
}
