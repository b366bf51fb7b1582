/** A class name with its colour. */
import { useClassColor } from './class-colors.ts'
import classes from './class-dot.module.css'

export function ClassDot({ name }: { name: string }) {
  const colorOf = useClassColor()
  return (
    <span className={classes.class}>
      <i style={{ background: colorOf(name) }} aria-hidden="true" />
      <span>{name}</span>
    </span>
  )
}
