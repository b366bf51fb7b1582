/** The option that labels a process, and the labels that operators give. */
import { type Command, InvalidArgumentError, Option } from 'commander'
import { SERVER_LABEL } from '../platform/work/jobs/job.ts'

export interface LabelOptions {
  labels: string[]
}

const MOST = 16

export const withLabels = (command: Command): Command =>
  command.addOption(
    new Option('--labels <names>', 'take jobs that need one of these labels too, such as gpu,eu')
      .argParser((text) => {
        const labels = [...new Set(text.split(',').map(parseLabel))]
        if (labels.length > MOST) throw new InvalidArgumentError(`Give ${MOST} labels at most.`)
        return labels
      })
      .default([], 'none')
      .env('SIGHTLINE_LABELS'),
  )

/** @throws InvalidArgumentError */
export function parseLabel(text: string): string {
  const label = text.trim()
  if (label === SERVER_LABEL) throw new InvalidArgumentError(`All servers have the label ${SERVER_LABEL} already.`)
  if (label === 'none' || !/^[a-z0-9][a-z0-9-]{0,39}$/.test(label)) {
    throw new InvalidArgumentError(
      'A label has 1 to 40 small letters, digits and hyphens, such as gpu, and is not none.',
    )
  }
  return label
}
