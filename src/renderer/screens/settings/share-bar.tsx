/** A used or remaining share, as text and as a bar. */
import { Progress } from '@mantine/core'
import form from './access-form.module.css'

interface ShareBarProps {
  label: string
  share: number
  text: string
  /** A full bar is the end of the limit. */
  isUse?: boolean
}

export function ShareBar({ label, share, text, isUse = false }: ShareBarProps) {
  const value = Math.min(1, Math.max(0, share)) * 100
  return (
    <div className={form.bar}>
      <span>{text}</span>
      <Progress.Root size="sm">
        <Progress.Section value={value} color={isUse && share >= 1 ? 'red' : 'accent'} aria-label={label} />
      </Progress.Root>
    </div>
  )
}
