import type { Texts } from '../en/index.ts'

export const tour: Texts['tour'] = {}
