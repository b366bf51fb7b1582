import type { Texts } from '../en/index.ts'

export const compare: Texts['compare'] = {}
