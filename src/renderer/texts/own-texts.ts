/**
 * The texts of a page in another language than English. Only such a page loads them, before the modules that read them:
 * `main.tsx` waits for `loadOwnTexts` and imports everything else afterwards.
 */
import type { Language } from '../../shared/domain/language.ts'
import type { Texts } from './en/index.ts'
import type { SharedWords } from './shared-text.ts'

export interface OwnTexts {
  /** Replaces the English texts of the page. */
  texts: Texts
  /** Replaces the English of blocks and templates. */
  words: SharedWords
  /** The templates of messages by their codes. */
  messages: Readonly<Record<string, string>>
}

const LOADERS: Record<Exclude<Language, 'en'>, () => Promise<OwnTexts>> = {
  de: async () => (await import('./de/own-texts.ts')).ownTexts,
}

let loaded: OwnTexts | null = null
let failed = false

/** Loads the texts of the language; never rejects. If they can't be loaded, the page is in English. */
export async function loadOwnTexts(language: Language): Promise<void> {
  if (language === 'en') return
  try {
    loaded = await LOADERS[language]()
  } catch (error) {
    console.error('The texts of the page could not be loaded.', error)
    failed = true
  }
}

/** Null on an English page. */
export const ownTexts = (): OwnTexts | null => loaded

/** True when the page is in English because its own texts could not be loaded. */
export const ownTextsFailed = (): boolean => failed
