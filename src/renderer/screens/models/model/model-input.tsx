/** How pictures become the input of the model: each value with its origin, and the dialog that changes them. */
import { Button } from '@mantine/core'
import { IconPhotoCog } from '@tabler/icons-react'
import type { Model } from '../../../../shared/api/models.ts'
import { Section } from '../../../base/ui/page.tsx'
import { InputFacts } from '../../../parts/model/model-input/input-facts.tsx'
import { openModelInput } from '../../../parts/model/model-input/model-input-store.ts'
import { texts } from '../../../texts/texts.ts'
import classes from './model.module.css'

const words = texts.modelInput

export function ModelInput({ model }: { model: Model }) {
  return (
    <Section
      title={words.title}
      aside={
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPhotoCog size={15} />}
          onClick={() => openModelInput(model)}
        >
          {words.change}
        </Button>
      }
    >
      {model.conversion_in_use ? (
        <>
          <p className={classes.prose}>{words.about}</p>
          <InputFacts model={model} />
        </>
      ) : (
        <p className={classes.prose}>{words.unknown}</p>
      )}
    </Section>
  )
}
