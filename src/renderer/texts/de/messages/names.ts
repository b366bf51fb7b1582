/** Names inside sentences; those of blocks and their fields are the ones on the page. */
import type { names as english } from '../../../../shared/messages/en/names.ts'
import type { FieldWords } from '../../shared-text.ts'
import { sharedWords } from '../catalogue/index.ts'

const select = (place: string, options: readonly (readonly [key: string, name: string])[], other: string): string =>
  `{${place}, select, ${options.map(([key, name]) => `${key} {${name}}`).join(' ')} other {{${other}}}}`

const blocks = Object.entries(sharedWords.blocks)

const fieldNames = (path: string, fields: Record<string, FieldWords>): [string, string][] =>
  Object.entries(fields).flatMap(([name, { title, items }]) => [
    [`${path}__${name}`, title] as [string, string],
    ...fieldNames(`${path}__${name}`, items ?? {}),
  ])

export const names: Record<keyof typeof english, string> = {
  'name.block': select(
    'kind',
    blocks.map(([kind, { title }]) => [kind, title]),
    'title',
  ),
  'name.field': select(
    'field',
    blocks.flatMap(([kind, { fields }]) => fieldNames(kind, fields)),
    'title',
  ),
  'name.flow': select(
    'flow',
    [
      ['frames', 'Bilder'],
      ['detections', 'Erkennungen'],
      ['events', 'Ereignisse'],
      ['detections_or_events', 'Erkennungen oder Ereignisse'],
      ['frames_or_detections_or_events', 'Bilder, Erkennungen oder Ereignisse'],
    ],
    'flow',
  ),
  'name.sink': select('sink', Object.entries(sharedWords.blocks.sink.fields.kind?.values ?? {}), 'sink'),
}
