import type { ConfigOf } from '../../shared/blocks/catalogue.ts'
import type { Detection } from '../../shared/domain/detection.ts'

/** Returns whether a filter with this config passes the detection. */
export const keeps = ({ min_confidence, keep_classes }: ConfigOf<'filter'>, { score, className }: Detection): boolean =>
  score >= min_confidence && (keep_classes.length === 0 || keep_classes.includes(className))
