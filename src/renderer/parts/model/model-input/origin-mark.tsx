/** Says where a value of a model's input comes from. */
import { Tooltip } from '@mantine/core'
import type { Origin } from '../../../../shared/domain/conversion.ts'
import { texts } from '../../../texts/texts.ts'
import classes from './model-input.module.css'

export function OriginMark({ origin }: { origin: Origin }) {
  return (
    <Tooltip label={texts.modelInput.originHints[origin]} multiline maw={280}>
      <small className={classes.origin} data-origin={origin}>
        {texts.modelInput.origins[origin]}
      </small>
    </Tooltip>
  )
}
