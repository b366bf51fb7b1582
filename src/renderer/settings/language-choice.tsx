/** The language of the Studio. The page loads again in it; what was being edited is kept. */
import { SegmentedControl } from '@mantine/core'
import { isLanguage, LANGUAGES } from '../../shared/domain/language.ts'
import { changeLanguage, language } from '../messages/language.ts'
import { texts } from '../messages/texts.ts'

/** Each by its own name, and read out in its own tongue. */
const CHOICES = Object.entries(LANGUAGES).map(([value, name]) => ({ value, label: <span lang={value}>{name}</span> }))

export const LanguageChoice = () => (
  <SegmentedControl
    aria-label={texts.settings.language.title}
    data={CHOICES}
    value={language}
    onChange={(chosen) => isLanguage(chosen) && changeLanguage(chosen)}
  />
)
