import type { Texts } from '../en/index.ts'

export const ui: Texts['ui'] = {}
