import type { Texts } from '../en/index.ts'

export const runs: Texts['runs'] = {}
