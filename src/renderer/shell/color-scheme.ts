/** Mantine's colour scheme, remembered in this page so that a reload does not flash; the host's settings win. */
import { isMantineColorScheme, type MantineColorScheme, type MantineColorSchemeManager } from '@mantine/core'
import type { Settings } from '../../shared/bridge/studio.ts'

const KEY = 'sightline.color-scheme'

export function colorSchemeManager(): MantineColorSchemeManager {
  return {
    get(fallback) {
      const stored = window.localStorage.getItem(KEY)
      return isMantineColorScheme(stored) ? stored : fallback
    },
    set: (value) => window.localStorage.setItem(KEY, value),
    subscribe: () => {},
    unsubscribe: () => {},
    clear: () => window.localStorage.removeItem(KEY),
  }
}

/** `system` follows the operating system. */
export const schemeOf = (theme: Settings['theme']): MantineColorScheme => (theme === 'system' ? 'auto' : theme)
