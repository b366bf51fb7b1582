/** The settings that the host keeps, applied to the page. */
import { useMantineColorScheme } from '@mantine/core'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { type Settings, settingsChange } from '../../../shared/domain/settings.ts'
import { texts } from '../../texts/texts.ts'
import { useConnectionState } from '../host/connection-context.ts'
import { useHost } from '../host/host-context.ts'
import { useWindowFocus } from '../navigation/use-window-focus.ts'
import { toastError } from '../ui/toast.tsx'
import { schemeOf } from './color-scheme.ts'

interface SettingsStore {
  settings: Settings
  /**
   * Applies the change at once and saves it; reverts it with a message when the host rejects it. Only the keys of a
   * record that differ are sent, so that changes of other windows to other keys are kept.
   */
  change(change: Partial<Settings>): void
}

const DEFAULTS: Settings = { theme: 'system', tour_done: false, preview: true, preview_figures: true }
const SettingsContext = createContext<SettingsStore>({ settings: DEFAULTS, change: () => {} })

export const useSettings = (): SettingsStore => useContext(SettingsContext)

export function SettingsProvider({ children }: { children: ReactNode }) {
  const { studio } = useHost()
  const { generation } = useConnectionState()
  // Mantine returns a new function at each render; as a dependency it would reload the settings again and again.
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const scheme = useRef({ colorScheme, setColorScheme })
  scheme.current = { colorScheme, setColorScheme }
  const [settings, setSettings] = useState(DEFAULTS)
  const changes = useRef(0)

  /** The settings shown now: two changes in the same tick build on each other. */
  const shown = useRef(settings)

  const apply = useCallback((next: Settings) => {
    shown.current = next
    setSettings(next)
    const wanted = schemeOf(next.theme)
    if (wanted === scheme.current.colorScheme) return
    scheme.current.colorScheme = wanted
    scheme.current.setColorScheme(wanted)
  }, [])

  const read = useCallback(() => {
    const asked = changes.current
    // A change made since the request is newer than the response.
    studio.getSettings({}).then(
      (kept) => asked === changes.current && apply(kept),
      () => {},
    )
  }, [studio, apply])

  // biome-ignore lint/correctness/useExhaustiveDependencies: settings may differ after a reconnect
  useEffect(read, [read, generation])
  // Another window may have changed the settings in the meantime.
  useWindowFocus(read)

  const change = useCallback(
    (part: Partial<Settings>) => {
      const before = shown.current
      apply({ ...before, ...part })
      const mine = ++changes.current
      studio.setSettings(settingsChange(before, part)).then(
        // Only the response to the latest change is applied.
        (saved) => mine === changes.current && apply(saved),
        (error: unknown) => {
          if (mine === changes.current) apply(before)
          toastError(texts.shell.settingsContext.notSaved, error)
        },
      )
    },
    [studio, apply],
  )

  const store = useMemo(() => ({ settings, change }), [settings, change])
  return <SettingsContext.Provider value={store}>{children}</SettingsContext.Provider>
}
