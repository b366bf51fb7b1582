/** The values that a model runs with, each with its origin. */
import type { Model } from '../../../../shared/api/models.ts'
import { Fact, FactList } from '../../../base/ui/fact.tsx'
import { texts } from '../../../texts/texts.ts'
import { OriginMark } from './origin-mark.tsx'
import { inputValues } from './value-text.ts'

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
