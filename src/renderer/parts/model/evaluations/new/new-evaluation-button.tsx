/** The button that opens the dialog of a new evaluation. */
import { Button, type ButtonProps, Modal, Tooltip } from '@mantine/core'
import { useState } from 'react'
import { useReadOnly } from '../../../../base/host/server-state.tsx'
import { navigate } from '../../../../base/navigation/route.ts'
import { texts } from '../../../../texts/texts.ts'
import { NewEvaluationForm, type Proposal } from './new-evaluation-form.tsx'

interface NewEvaluationButtonProps extends ButtonProps {
  start?: Proposal
  label?: string
}

/** Opens the new evaluation. Stays visible for a role that only reads, with the reason. */
export function NewEvaluationButton({ start = {}, label, ...button }: NewEvaluationButtonProps) {
  const [opened, setOpened] = useState(false)
  const readOnly = useReadOnly()
  const refused = readOnly === null ? null : texts.evaluations.list.viewer
  return (
    <>
      <Tooltip label={refused} disabled={refused === null} multiline maw={300}>
        <Button
          {...button}
          aria-disabled={refused !== null || undefined}
          aria-description={refused ?? undefined}
          data-disabled={refused !== null || undefined}
          onClick={() => refused === null && setOpened(true)}
        >
          {label ?? texts.evaluations.list.new}
        </Button>
      </Tooltip>
      <Modal opened={opened} onClose={() => setOpened(false)} title={texts.evaluations.list.new} size="lg">
        <NewEvaluationForm
          start={start}
          onCancel={() => setOpened(false)}
          onStarted={({ id }) => navigate({ screen: 'evaluation', evaluationId: id })}
        />
      </Modal>
    </>
  )
}
