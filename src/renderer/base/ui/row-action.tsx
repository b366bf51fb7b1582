/** A small button at the end of a row or of a heading; its label names the subject. */
import { ActionIcon, Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'

interface RowActionProps {
  label: string
  onClick: () => void
  disabled?: boolean
  /** The reason why the caller may not do this; the button stays there and displays it. */
  refused?: string | null
  children: ReactNode
}

export function RowAction({ label, onClick, disabled = false, refused = null, children }: RowActionProps) {
  return (
    <Tooltip label={refused ?? label} multiline maw={300}>
      <ActionIcon
        aria-label={label}
        aria-disabled={refused !== null || undefined}
        aria-description={refused ?? undefined}
        data-disabled={refused !== null || undefined}
        onClick={() => refused === null && onClick()}
        disabled={disabled}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  )
}
