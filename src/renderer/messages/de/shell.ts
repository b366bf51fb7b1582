import type { Texts } from '../en/index.ts'

export const shell: Texts['shell'] = {}
