import type { Texts } from '../en/index.ts'

export const blocks: Texts['blocks'] = {}
