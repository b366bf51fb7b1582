/** Links to the pages of the settings. */
import { texts } from '../../base/messages/texts.ts'
import { hrefOf, SETTINGS_PAGES, type SettingsPage } from '../../base/navigation/route.ts'
import classes from './settings.module.css'

const words = texts.access.pages

export function PageLinks({ current }: { current: SettingsPage | undefined }) {
  return (
    <nav className={classes.pages} aria-label={words.label}>
      {[undefined, ...SETTINGS_PAGES].map((page) => (
        <a
          key={page ?? 'general'}
          href={hrefOf({ screen: 'settings', ...(page && { page }) })}
          aria-current={page === current ? 'page' : undefined}
        >
          {words[page ?? 'general']}
        </a>
      ))}
    </nav>
  )
}
