/** What a model runs with: each value with its origin, and a short form for cards. */
import { Tooltip } from '@mantine/core'
import type { Model } from '../../../../shared/api/models.ts'
import type { ConversionInUse, Origin } from '../../../../shared/domain/conversion.ts'
import { Fact, FactList } from '../../../base/ui/fact.tsx'
import { texts } from '../../../texts/texts.ts'
import classes from './model-input.module.css'
import { inputValues, pixelsOrigin } from './value-text.ts'

export function InputFacts({ model }: { model: Model }) {
  return (
    <FactList layout="page" label={texts.modelInput.of(model.name)}>
      {inputValues(model).map(({ field, text, origin }) => (
        <Fact key={field} name={texts.modelInput.fields[field]}>
          {text} <OriginMark origin={origin} />
        </Fact>
      ))}
    </FactList>
  )
}

/** Says where a value of a model's input comes from. */
export function OriginMark({ origin }: { origin: Origin }) {
  return (
    <Tooltip label={texts.modelInput.originHints[origin]} multiline maw={280}>
      <small className={classes.origin} data-origin={origin}>
        {texts.modelInput.origins[origin]}
      </small>
    </Tooltip>
  )
}

/** In a word, how a model takes its pixels, with where that comes from: for the cards of models. */
export const PixelsText = ({ inUse }: { inUse: ConversionInUse }) => (
  <>
    {texts.modelInput.channels[inUse.channels]} <OriginMark origin={pixelsOrigin(inUse)} />
  </>
)
