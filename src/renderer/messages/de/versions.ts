import type { Texts } from '../en/index.ts'

export const versions: Texts['versions'] = {}
