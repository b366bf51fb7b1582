/** An item of a menu that stays in place when the caller may not use it, with the reason below its name. */
import { Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './refusable-item.module.css'

interface RefusableItemProps {
  icon: ReactNode
  /** Null when the caller may use it. */
  refused: string | null
  color?: string
  onClick: () => void
  children: string
}

export function RefusableItem({ icon, refused, color, onClick, children }: RefusableItemProps) {
  const isRefused = refused !== null
  return (
    <Menu.Item
      {...(color !== undefined && !isRefused && { color })}
      leftSection={icon}
      aria-disabled={isRefused || undefined}
      aria-label={children}
      aria-description={refused ?? undefined}
      closeMenuOnClick={!isRefused}
      onClick={() => !isRefused && onClick()}
    >
      {children}
      {isRefused && <small className={classes.reason}>{refused}</small>}
    </Menu.Item>
  )
}
