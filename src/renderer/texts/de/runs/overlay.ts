import type { Texts } from '../../en/index.ts'

export const overlay: Texts['runs']['overlay'] = {
  inside: (n) => `${n} darin`,
  from: (time) => `ab ${time}`,
  counted: (time) => `gezählt ${time}`,
  decided: (time) => `entschieden ${time}`,
}
