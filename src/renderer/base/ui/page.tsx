/** The layout of a screen: a bar with its title and actions, and a scrolling body. */
import type { ReactNode } from 'react'
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
