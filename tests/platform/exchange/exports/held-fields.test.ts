/** Every format gives back the fields that its writer says to hold. */
import { expect, it } from 'vitest'
import { FORMAT_WRITERS } from '../../../../src/platform/exchange/exports/formats/format-writers.ts'
import { EXPORT_FORMATS } from '../../../../src/shared/api/exports.ts'
import type { Annotation } from '../../../../src/shared/domain/annotation.ts'
import { boxAt, exportOf, readBack, written } from './in-memory.ts'

const VALUES: Partial<Annotation> = {
  review: 'pending',
  track_id: '7',
  keyframe: false,
  outside: true,
  occluded: true,
  z: 3,
  attributes: { colour: 'dark red', doors: 4, taxi: false },
}
const NAMES = Object.keys(VALUES) as (keyof typeof VALUES)[]
const fieldsOf = (annotation: Partial<Annotation> | undefined) =>
  Object.fromEntries(NAMES.flatMap((name) => (annotation?.[name] === undefined ? [] : [[name, annotation[name]]])))

it.each(EXPORT_FORMATS.filter((format) => FORMAT_WRITERS[format].holds.fields.length > 0))(
  '%s gives back the fields that it holds',
  async (format) => {
    const { fields } = FORMAT_WRITERS[format].holds
    const held = Object.fromEntries(fields.map((name) => [name, VALUES[name]]))
    const { files, rules } = await written(exportOf(format, [{ path: 'a.jpg', annotations: [boxAt(4, held)] }]))
    expect(rules.map(({ code }) => code)).not.toContain('export.lost_fields')
    const [found] = Object.values((await readBack(files)).images)
    expect(found?.map(fieldsOf)).toEqual([held])
  },
)
