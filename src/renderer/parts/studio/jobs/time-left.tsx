/** The time left of a job, at its speed so far; nothing until two of its units are done. */
import { useRef } from 'react'
import { formatTimeLeft } from '../../../base/format/format.ts'

interface TimeLeftProps {
  done: number
  /** Null until it is known. */
  total: number | null
}

export function TimeLeft({ done, total }: TimeLeftProps) {
  /** The first unit takes longer than the others, since its time contains that of the start. */
  const first = useRef<{ done: number; at: number } | null>(null)
  if (done > 0) first.current ??= { done, at: performance.now() }
  const since = first.current
  if (since === null || total === null || done === since.done) return null
  const perUnit = (performance.now() - since.at) / (done - since.done)
  return ` · ${formatTimeLeft((perUnit * (total - done)) / 1000)}`
}
