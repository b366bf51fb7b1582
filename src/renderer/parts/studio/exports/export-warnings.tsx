/** The parts of the annotations that the format of an export cannot hold. */
import type { DatasetExport } from '../../../../shared/api/exports.ts'
import { messageText } from '../../../texts/message-text.ts'

export function ExportWarnings({ of: { warnings, warning_texts } }: { of: DatasetExport }) {
  return warnings.map((message, i) => {
    const text = warning_texts[i]
    const shown = messageText(text ? { message, text } : { message })
    return (
      <span key={shown}>
        <br />
        {shown}
      </span>
    )
  })
}
