/** Keys of open models: blocks may run one file with several conversions, and on several devices. */
import { CPU } from '../../shared/domain/device.ts'
import type { ModelFile } from '../../shared/engine-contract/job.ts'

/** By which the threads of one device know a model. */
export const sessionKeyOf = ({ path, conversion }: ModelFile): string => JSON.stringify([path, conversion ?? null])

/** By which a pool knows it. */
export const keyOf = (file: ModelFile): string => JSON.stringify([sessionKeyOf(file), file.device ?? CPU])
