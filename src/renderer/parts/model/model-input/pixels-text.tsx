/** In a word, how a model takes its pixels, with where that comes from: for the cards of models. */
import type { ConversionInUse } from '../../../../shared/domain/conversion.ts'
import { texts } from '../../../texts/texts.ts'
import { OriginMark } from './origin-mark.tsx'
import { pixelsOrigin } from './value-text.ts'

export const PixelsText = ({ inUse }: { inUse: ConversionInUse }) => (
  <>
    {texts.modelInput.channels[inUse.channels]} <OriginMark origin={pixelsOrigin(inUse)} />
  </>
)
