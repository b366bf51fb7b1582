import type { Texts } from '../en/index.ts'

export const lab: Texts['lab'] = {}
