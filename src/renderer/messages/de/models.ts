import type { Texts } from '../en/index.ts'

export const models: Texts['models'] = {}
