/**
 * `docs/formats.md` says what each format holds, by the declarations of their writers. After a change of one,
 * `npx vitest run tests/platform/exchange/formats-page.test.ts --update=all` writes it.
 */
import { expect, it } from 'vitest'
import {
  type Holdings,
  SHAPE_KINDS,
  type ShapeKind,
} from '../../../src/platform/exchange/exports/formats/format-writer.ts'
import { FORMAT_WRITERS } from '../../../src/platform/exchange/exports/formats/format-writers.ts'
import { type Loss, SENTENCES } from '../../../src/platform/exchange/exports/formats/losses.ts'
import { bring } from '../../../src/renderer/texts/en/data/bring.ts'
import { exports } from '../../../src/renderer/texts/en/data/exports.ts'
import { EXPORT_FORMATS, type ExportFormat } from '../../../src/shared/api/exports.ts'
import { IMPORT_FORMATS, type ImportFormat } from '../../../src/shared/api/imports.ts'
import { message, saidOf } from '../../../src/shared/messages/message.ts'

const NAMES: Readonly<Record<ShapeKind, string>> = {
  box: 'Boxes',
  outline: 'Outlines',
  holes: 'Holes',
  parts: 'Several parts',
  polyline: 'Polylines',
  keypoint: 'Keypoints',
}

/** The sentence of an export about several annotations, without their number. */
function sentenceOf(loss: Loss): string {
  const text = saidOf(message(SENTENCES[loss], { n: 2, names: '…' } as never)).message.replace(/^2 /, '')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const isLeftOut = (loss: Loss): boolean => sentenceOf(loss).includes('left out')

const shapeCell = (written: 'kept' | Loss): string =>
  written === 'kept' ? 'kept' : isLeftOut(written) ? '–' : 'changed'

const yesOrNo = (value: boolean): string => (value ? 'kept' : '–')

function fieldsOf({ fields, attributes = {} }: Holdings): string {
  const names = fields.map((name) => `\`${name}\``)
  const placed = Object.keys(attributes).map((name) => `\`${name}\``)
  const some = !fields.includes('attributes') && placed.length > 0 ? [`the attributes ${placed.join(', ')}`] : []
  return [...names, ...some].join(', ') || 'none'
}

function rowOf(format: ExportFormat): string {
  const { holds } = FORMAT_WRITERS[format]
  const shapes = SHAPE_KINDS.map((kind) => shapeCell(holds.shapes[kind]))
  const others = [holds.confidence, holds.ids, holds.splits].map(yesOrNo)
  return `| ${[`[${exports.formats[format]}](#${format})`, ...shapes, ...others].join(' | ')} |`
}

function sectionOf(format: ExportFormat): string {
  const { holds } = FORMAT_WRITERS[format]
  const losses = new Set<Loss>()
  for (const written of Object.values(holds.shapes)) if (written !== 'kept') losses.add(written)
  for (const loss of holds.losses) losses.add(loss)
  if (!holds.confidence) losses.add('confidences')
  losses.add('fields')
  const rows = [...losses].map((loss) => `- ${sentenceOf(loss)} (\`${SENTENCES[loss]}\`)`)
  return [
    `### ${format}`,
    `${exports.formats[format]}. Fields beside class and shape: ${fieldsOf(holds)}.`,
    rows.join('\n'),
  ].join('\n\n')
}

const evidenceOf = (format: ImportFormat): string =>
  saidOf(message(`import.evidence.${format}`, { document: '…' } as never)).message

it('docs/formats.md is what the formats declare', async () => {
  const columns = [...SHAPE_KINDS.map((kind) => NAMES[kind]), 'Confidence', 'Ids', 'Splits']
  const page = `# Formats

What each format of labels holds. This page is written from the declarations of the formats by
\`tests/platform/exchange/formats-page.test.ts\`. [Imports](imports.md) and [exports](exports.md) describe the calls.

## Written

| | ${columns.join(' | ')} |
|${' --- |'.repeat(columns.length + 1)}
${EXPORT_FORMATS.map(rowOf).join('\n')}

Every format keeps classes. What is \`changed\`, or left out (–), follows by format, with the codes by which \`POST /exports/plan\` and
\`losses.json\` in the archive list what an export loses.

${EXPORT_FORMATS.map(sectionOf).join('\n\n')}

## Read

An archive is taken to be of a format by this evidence; the plan of an import shows it, with the other formats that it can be of.

| Format | | Evidence |
| --- | --- | --- |
${IMPORT_FORMATS.map((format) => `| \`${format}\` | ${bring.formats[format]} | ${evidenceOf(format)} |`).join('\n')}
`
  await expect(page).toMatchFileSnapshot('../../../docs/formats.md')
})
