import { stage } from '../child.ts'
import type { Part } from '../figure.ts'

export const validation: Part = {
  name: 'validation',
  title: 'Checking a workflow, as after each change in the editor',
  async measure() {
    const { min, p50, max } = await stage('validate', { blocks: 2000 })
    const detail = `median; fastest ${min.toFixed(1)} ms, slowest ${max.toFixed(1)} ms`
    return [{ title: 'A workflow of 2,000 blocks', value: p50, unit: 'ms', limit: 60, detail }]
  },
}
