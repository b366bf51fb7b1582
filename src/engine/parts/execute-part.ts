import type { PartJob, PartResult } from '../../shared/engine-contract/parts.ts'
import { detectPart, type PartHooks } from './detect-part.ts'
import { drawPart } from './draw-part.ts'

export const executePart = (part: PartJob, hooks: PartHooks): Promise<PartResult> =>
  part.step === 'detect' ? detectPart(part, hooks) : drawPart(part, hooks)
