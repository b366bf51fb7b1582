import { describe, expect, it } from 'vitest'
import { messages } from '../../../src/renderer/texts/de/messages/index.ts'
import { type Entry, MESSAGES } from '../../../src/shared/messages/en/index.ts'
import { message, messageFormatter, templateOf } from '../../../src/shared/messages/message.ts'
import { placesOf } from '../../shared/messages/places.ts'

const german = messageFormatter('de', messages)

/** Phrases of the checking library, which are English: these messages leave them out in German. */
const WITHOUT_PROBLEM = ['graph.malformed', 'graph.malformed_at', 'field.invalid']

describe('the German messages', () => {
  it.each(Object.keys(messages))('have the places of the English template: %s', (code) => {
    const english = (MESSAGES as Record<string, Entry>)[code] as Entry
    const places = placesOf(templateOf(english)).filter((p) => p !== 'problem' || !WITHOUT_PROBLEM.includes(code))
    expect(placesOf(messages[code] as string)).toEqual(places)
  })

  it('name the reason of a file error', () => {
    const unreadable = (errno: string) => german(message('host.file_unreadable', { name: 'a.mp4', errno }))
    expect(unreadable('EISDIR')).toBe('Sightline konnte die Datei a.mp4 nicht lesen: Sie ist ein Ordner.')
    expect(unreadable('EIO')).toBe('Sightline konnte die Datei a.mp4 nicht lesen: Das System meldet EIO.')
  })

  it('name the folder in the reason why the platform does not start', () => {
    const used = (pid: number | string) => german(message('host.data_folder_in_use', { folder: '/data', pid }))
    expect(used(7)).toContain('(/data, Prozess 7)')
    expect(used('none')).toContain('(/data)')
  })

  it('contain the reason why the platform does not respond', () => {
    const reason = message('host.platform_exited', { exit_code: '1' })
    expect(german(message('host.platform_not_running', { reason }))).toBe(
      'Die Plattform von Sightline antwortet nicht. Sie endete mit dem Code 1.',
    )
  })
})
