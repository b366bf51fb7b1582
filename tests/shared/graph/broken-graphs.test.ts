/**
 * Broken graphs with their issues, as Sightline 0.1 reports them. Programs read codes and paths, and people the
 * sentences, so that a change of either is made on purpose: then change `issues.json` too.
 */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Issue } from '../../../src/shared/graph/issue.ts'
import { validate } from '../../../src/shared/graph/validate.ts'

const folder = new URL('../../fixtures/broken-graphs/', import.meta.url)
const read = (name: string) => JSON.parse(readFileSync(new URL(name, folder), 'utf8'))
const graphs: unknown[] = read('graphs.json')
const issues: Issue[][] = read('issues.json')

describe('the issues of a broken graph', () => {
  it('keep their codes, paths and sentences, and their order', () => {
    expect(graphs.length).toBeGreaterThan(200)
    expect(graphs.map((graph) => validate(graph))).toEqual(issues)
  })

  it('leave the graph as it was', () => {
    const before = JSON.stringify(graphs)
    for (const graph of graphs) validate(graph)
    expect(JSON.stringify(graphs)).toBe(before)
  })
})
