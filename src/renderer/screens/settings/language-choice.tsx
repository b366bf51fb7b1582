/** The language setting. Changing it reloads the page; unsaved edits are kept. */
import { SegmentedControl } from '@mantine/core'
import { isLanguage, LANGUAGES } from '../../../shared/domain/language.ts'
import { changeLanguage } from '../../texts/chosen-language.ts'
import { language } from '../../texts/language.ts'
import { texts } from '../../texts/texts.ts'

/** Each language by its own name, marked with its `lang` for screen readers. */
const CHOICES = Object.entries(LANGUAGES).map(([value, name]) => ({ value, label: <span lang={value}>{name}</span> }))

export const LanguageChoice = () => (
  <SegmentedControl
    aria-label={texts.settings.language.title}
    data={CHOICES}
    value={language}
    onChange={(chosen) => isLanguage(chosen) && changeLanguage(chosen)}
  />
)
