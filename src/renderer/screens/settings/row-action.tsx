/** A small button at the end of a row; its label names the row. */
import { ActionIcon, Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'

interface RowActionProps {
  label: string
  onClick: () => void
  disabled?: boolean
  children: ReactNode
}

export function RowAction({ label, onClick, disabled = false, children }: RowActionProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} onClick={onClick} disabled={disabled}>
        {children}
      </ActionIcon>
    </Tooltip>
  )
}
