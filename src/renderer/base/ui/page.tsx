/** The layout of a screen: a bar with its title and actions, and a scrolling body. */
import { Button } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { texts } from '../../texts/texts.ts'
import placeholders from './empty.module.css'
import classes from './page.module.css'

interface PageProps {
  title: ReactNode
  /** Content beside the title: a state, a count. */
  aside?: ReactNode
  actions?: ReactNode
  children: ReactNode
  /** The body fills the height and its content scrolls. */
  fixed?: boolean
}

export function Page({ title, aside, actions, children, fixed = false }: PageProps) {
  return (
    <div className={classes.page}>
      <header className={classes.bar}>
        <h1 className={classes.title}>{title}</h1>
        {aside}
        <div className={classes.gap} />
        {actions}
      </header>
      <div className={fixed ? classes.fixed : classes.body}>{children}</div>
    </div>
  )
}

/** A titled section of a screen. */
export function Section({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className={classes.section}>
      <div className={classes.sectionBar}>
        <h2>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  )
}

/** Sets the document's title while the screen is shown. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · Sightline` : 'Sightline'
  }, [title])
}

interface EmptyProps {
  icon: ReactNode
  title: string
  children: ReactNode
  action?: ReactNode
}

/** Placeholders for empty and failed screens. */
export function Empty({ icon, title, children, action }: EmptyProps) {
  return (
    <div className={placeholders.empty}>
      <div className={placeholders.icon}>{icon}</div>
      <h2>{title}</h2>
      <p>{children}</p>
      {action}
    </div>
  )
}

/** An error message of a failed read, with a retry button. */
export function LoadError({ title, message, onRetry }: { title: string; message: string; onRetry: () => void }) {
  return (
    <div className={placeholders.empty} role="alert">
      <h2>{title}</h2>
      <p>{message}</p>
      <Button variant="default" onClick={onRetry}>
        {texts.ui.words.tryAgain}
      </Button>
    </div>
  )
}
