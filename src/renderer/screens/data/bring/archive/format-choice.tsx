/** The format of an archive: the one that its plan has with the reason, the others that it can be of, and all further ones. */
import { Select } from '@mantine/core'
import { IMPORT_FORMATS, type ImportFormat, type ImportPlan } from '../../../../../shared/api/imports.ts'
import { messageText } from '../../../../texts/message-text.ts'
import { texts } from '../../../../texts/texts.ts'

const words = texts.data.bring.archive
const names = texts.data.bring.formats

interface FormatChoiceProps {
  plan: ImportPlan
  value: ImportFormat
  onChange(value: ImportFormat): void
}

export function FormatChoice({ plan, value, onChange }: FormatChoiceProps) {
  const { candidates } = plan
  const likely = new Set(candidates.map(({ format }) => format))
  const groups = [
    {
      group: words.candidates,
      items: candidates.map(({ format, annotations }) => ({
        value: format,
        label: annotations === null ? names[format] : words.candidate(names[format], annotations),
      })),
    },
    {
      group: words.otherFormats,
      items: IMPORT_FORMATS.filter((format) => !likely.has(format)).map((format) => ({
        value: format,
        label: names[format],
      })),
    },
  ]
  const chosen = candidates.find(({ format }) => format === value)
  return (
    <Select
      size="xs"
      label={words.format}
      description={chosen ? reasonText(chosen.reason) : words.noEvidence}
      allowDeselect={false}
      data={groups.filter(({ items }) => items.length > 0)}
      value={value}
      onChange={(given) => onChange(IMPORT_FORMATS.find((known) => known === given) ?? value)}
    />
  )
}

function reasonText({ message, text }: NonNullable<ImportPlan['format_reason']>): string {
  return messageText(text ? { message, text } : { message })
}
