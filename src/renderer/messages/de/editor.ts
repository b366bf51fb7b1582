import type { Texts } from '../en/index.ts'

export const editor: Texts['editor'] = {}
