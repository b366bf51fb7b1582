import type { Texts } from '../en/index.ts'

export const batch: Texts['batch'] = {}
