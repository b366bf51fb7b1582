import type { Texts } from '../en/index.ts'

export const preview: Texts['preview'] = {}
