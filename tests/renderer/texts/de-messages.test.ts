import { IntlMessageFormat } from 'intl-messageformat'
import { expect, it } from 'vitest'
import { messages as german } from '../../../src/renderer/texts/de/messages/index.ts'
import { type Entry, MESSAGES } from '../../../src/shared/messages/en/index.ts'
import { message, messageFormatter } from '../../../src/shared/messages/message.ts'

/** Names of the places in a template, in nested options too. */
function placesOf(template: string): string[] {
  const names = new Set<string>()
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) visit(item)
    else if (typeof value === 'object' && value !== null) {
      const { type, value: name } = value as { type?: number; value?: unknown }
      if (typeof type === 'number' && type >= 1 && type <= 6 && typeof name === 'string') names.add(name)
      for (const inner of Object.values(value)) visit(inner)
    }
  }
  visit(new IntlMessageFormat(template, 'de', undefined, { ignoreTag: true }).getAst())
  return [...names].sort()
}

const entries: Readonly<Record<string, Entry>> = MESSAGES

it.each(Object.entries(german))('has in %s no place that the English has not', (code, template) => {
  const entry = entries[code] as Entry
  const names: readonly string[] = typeof entry === 'string' ? [] : entry.slice(1)
  expect(placesOf(template).filter((name) => !names.includes(name))).toEqual([])
})

it('says in German why a run failed, with the messages inside', () => {
  const format = messageFormatter('de', german)
  expect(format(message('media.damaged_parts', { file: 'a.mp4', count: 1 }))).toBe(
    '„a.mp4“ ist an einer Stelle beschädigt; Bilder fehlen dort vielleicht oder sehen falsch aus.',
  )
  const reason = message('media.missing', { file: 'a.png' })
  expect(format(message('media.no_good_images', { count: 3, reason }))).toBe(
    'Keines der 3 Bilder ist lesbar. Zum ersten davon: „a.png“ ist nicht mehr da. Wählen Sie die Datei erneut.',
  )
})
