/** In place of a resource that has no value yet. */
import { texts } from '../../texts/texts.ts'
import classes from './empty.module.css'
import { LoadError } from './empty.tsx'

interface NotLoadedProps {
  /** Null while it is being read. */
  error: string | null
  /** Of an error. */
  title: string
  reload(): Promise<unknown>
}

export function NotLoaded({ error, title, reload }: NotLoadedProps) {
  if (error === null) return <p className={classes.loading}>{texts.access.loading}</p>
  return <LoadError title={title} message={error} onRetry={() => void reload()} />
}
