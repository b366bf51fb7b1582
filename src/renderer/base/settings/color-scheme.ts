/** Mantine's colour scheme, stored in the page to avoid a flash on reload; the host's settings take precedence. */
import { isMantineColorScheme, type MantineColorScheme, type MantineColorSchemeManager } from '@mantine/core'
import type { Settings } from '../../../shared/domain/settings.ts'

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
