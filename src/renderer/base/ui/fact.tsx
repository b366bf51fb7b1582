/** Lists of facts: labels, each with a figure or a short text. */
import type { ReactNode } from 'react'
import classes from './fact.module.css'

interface FactListProps {
  /** `page` keeps a distance to the sections below; `strip` is one line between two parts of a screen. */
  layout: 'card' | 'page' | 'strip'
  label?: string
  className?: string | undefined
  children: ReactNode
}

export function FactList({ layout, label, className, children }: FactListProps) {
  return (
    <dl className={`${classes.facts} ${className ?? ''}`} data-layout={layout} aria-label={label}>
      {children}
    </dl>
  )
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
