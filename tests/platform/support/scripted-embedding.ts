/** Embeddings for API tests: one component for each colour that the file or the text names. */
import { readFileSync } from 'node:fs'
import type { EmbedRequest } from '../../../src/shared/engine-contract/embedding.ts'

const COLOURS = ['red', 'green', 'blue']

export function embedScripted(request: EmbedRequest): number[] {
  const text = request.kind === 'text' ? request.text : readFileSync(request.path, 'utf8')
  return COLOURS.map((colour) => (text.includes(colour) ? 127 : 5))
}
