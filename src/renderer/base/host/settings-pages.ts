/** The pages of the settings that this person has. */
import { SETTINGS_PAGES, type SettingsPage } from '../navigation/route.ts'
import { useHost } from './host-context.ts'

/**
 * That of the server is for its operators. The person of an installation of one's own has all of it on the general page, and no
 * other organizations.
 */
export function useSettingsPages(): readonly SettingsPage[] {
  const { info } = useHost()
  return SETTINGS_PAGES.filter((page) => page !== 'server' || info.account?.is_operator === true)
}
