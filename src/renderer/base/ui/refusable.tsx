/** A button that stays in place when the caller may not use it, and displays the reason. */
import { Button, Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'

interface RefusableProps {
  label: string
  icon: ReactNode
  /** Null when the caller may use it. */
  refused: string | null
  /** Explains the button to a caller who may use it. */
  hint?: string
  disabled?: boolean
  loading?: boolean
  variant?: 'default' | 'filled'
  onClick: () => void
}

export function Refusable({
  label,
  icon,
  refused,
  hint,
  disabled = false,
  loading = false,
  variant = 'default',
  onClick,
}: RefusableProps) {
  return (
    <Tooltip
      label={refused ?? hint}
      disabled={refused === null && hint === undefined}
      multiline
      maw={300}
      position="bottom-end"
    >
      <Button
        variant={variant}
        leftSection={icon}
        loading={loading}
        disabled={disabled}
        aria-disabled={refused !== null || undefined}
        aria-description={refused ?? undefined}
        data-disabled={disabled || refused !== null || undefined}
        onClick={() => refused === null && onClick()}
      >
        {label}
      </Button>
    </Tooltip>
  )
}
