/** One line of a list of facts: what it is, and its figure. */
import type { ReactNode } from 'react'

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
