/** The name of a browser for people, from its User-Agent header. */
import Bowser from 'bowser'

export interface BrowserName {
  /** With its major version, such as “Firefox 140”. */
  browser: string
  /** Null when the header does not name it. */
  system: string | null
}

/** Returns the header itself for a program that is no known browser. */
export function browserName(userAgent: string): BrowserName {
  // The library refuses an empty header.
  if (userAgent === '') return { browser: '?', system: null }
  const { browser, os } = Bowser.parse(userAgent)
  if (!browser.name) return { browser: userAgent, system: null }
  const version = browser.version?.split('.')[0]
  return { browser: version ? `${browser.name} ${version}` : browser.name, system: os.name || null }
}
