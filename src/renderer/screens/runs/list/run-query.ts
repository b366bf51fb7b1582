/** The search and filters of the run list, kept for the window, so that returning from a run restores them. */

import { useCallback, useState } from 'react'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { nullable } from '../../../../shared/domain/nullable.ts'
import { RUN_STATUSES } from '../../../../shared/domain/run.ts'

const RunListQuery = Type.Object({
  text: Type.String(),
  tag: nullable(Type.String()),
  status: nullable(Type.Enum([...RUN_STATUSES, 'interrupted'])),
  workflowId: nullable(Type.String()),
})
export type RunListQuery = Static<typeof RunListQuery>

export const ALL_RUNS: RunListQuery = { text: '', tag: null, status: null, workflowId: null }

const KEY = 'sightline.runs.query'

function read(): RunListQuery {
  try {
    const value: unknown = JSON.parse(window.sessionStorage.getItem(KEY) ?? 'null')
    return Value.Check(RunListQuery, value) ? value : ALL_RUNS
  } catch {
    return ALL_RUNS
  }
}

export function useRunQuery(): [RunListQuery, (part: Partial<RunListQuery>) => void] {
  const [query, setQuery] = useState(read)
  const change = useCallback((part: Partial<RunListQuery>) => {
    setQuery((before) => {
      const next = { ...before, ...part }
      try {
        window.sessionStorage.setItem(KEY, JSON.stringify(next))
      } catch {
        // Without storage the list is unfiltered each time it opens.
      }
      return next
    })
  }, [])
  return [query, change]
}
