/** Reads from the host: loading state, value, error as a sentence; reads again after a reconnect. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { texts } from '../../texts/texts.ts'
import { useConnectionState } from '../host/connection-context.ts'
import classes from './empty.module.css'
import { errorText } from './error-text.ts'
import { LoadError } from './page.tsx'

export interface Resource<T> {
  /** The last value read; kept while reading again. */
  value: T | undefined
  error: string | null
  /** Reads again; resolves when the value has arrived. */
  reload(): Promise<void>
  /** Changes the current value before the host confirms the change. */
  patch(change: (value: T) => T): void
}

/**
 * @param load stable across renders (useCallback); a new function is read at once
 * @param everyMs also reads at this interval while the page is visible
 */
export function useResource<T>(load: () => Promise<T>, everyMs?: number): Resource<T> {
  const { generation } = useConnectionState()
  const [state, setState] = useState<{ value: T | undefined; error: string | null }>({ value: undefined, error: null })
  const turn = useRef(0)

  const reload = useCallback(async () => {
    const mine = ++turn.current
    try {
      const value = await load()
      if (mine === turn.current) setState({ value, error: null })
    } catch (error) {
      if (mine === turn.current) setState((s) => ({ ...s, error: errorText(error) }))
    }
  }, [load])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new connection triggers another read
  useEffect(() => {
    void reload()
    return () => {
      turn.current++
    }
  }, [reload, generation])

  useEffect(() => {
    if (!everyMs) return
    const timer = setInterval(() => document.visibilityState === 'visible' && void reload(), everyMs)
    return () => clearInterval(timer)
  }, [reload, everyMs])

  const patch = useCallback((change: (value: T) => T) => {
    turn.current++
    setState((s) => (s.value === undefined ? s : { ...s, value: change(s.value) }))
  }, [])

  return { ...state, reload, patch }
}

interface NotLoadedProps {
  /** Null while it is being read. */
  error: string | null
  /** The title above an error. */
  title: string
  reload(): Promise<unknown>
}

/** In place of a resource that has no value yet. */
export function NotLoaded({ error, title, reload }: NotLoadedProps) {
  if (error === null) return <p className={classes.loading}>{texts.access.loading}</p>
  return <LoadError title={title} message={error} onRetry={() => void reload()} />
}
