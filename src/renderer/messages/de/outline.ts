import type { Texts } from '../en/index.ts'

export const outline: Texts['outline'] = {}
