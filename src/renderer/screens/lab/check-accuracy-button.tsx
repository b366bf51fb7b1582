/** Opens the accuracy lab of a run: a button on its page, and an item of the command palette. */
import { Button } from '@mantine/core'
import { IconTargetArrow } from '@tabler/icons-react'
import type { WorkflowRun } from '../../../shared/domain/run.ts'
import { usePaletteItems } from '../../base/commands/palette-items.ts'
import { hrefOf, navigate } from '../../base/navigation/route.ts'
import { texts } from '../../texts/texts.ts'

/** True when there is something to mark: a video, and lines or zones that counted on it. */
export const canCheckAccuracy = ({ status, source, counts }: WorkflowRun): boolean =>
  status === 'completed' && source?.kind === 'video' && counts.lines.length + counts.zones.length > 0

export function CheckAccuracyButton({ run }: { run: WorkflowRun }) {
  usePaletteItems(() =>
    canCheckAccuracy(run)
      ? [
          {
            id: 'run:accuracy',
            title: texts.lab.openPalette,
            group: texts.lab.title,
            sort: 'command',
            icon: <IconTargetArrow size={15} stroke={1.6} />,
            words: texts.lab.paletteWords,
            act: () => navigate({ screen: 'lab', runId: run.id }),
          },
        ]
      : [],
  )
  if (!canCheckAccuracy(run)) return null
  return (
    <Button
      component="a"
      variant="default"
      leftSection={<IconTargetArrow size={15} stroke={1.7} />}
      href={hrefOf({ screen: 'lab', runId: run.id })}
    >
      {texts.lab.open}
    </Button>
  )
}
