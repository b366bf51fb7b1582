/**
 * The shape of a contract between the renderer and its host: calls that reply once, streams that emit until stopped.
 */
import type { Static, TSchema } from 'typebox'

/** The part of AbortSignal that handlers need; the type of every platform satisfies it. */
export interface StopSignal {
  readonly aborted: boolean
  addEventListener(type: 'abort', listener: () => void): void
  removeEventListener(type: 'abort', listener: () => void): void
}

export interface CallSpec<In extends TSchema = TSchema, Out extends TSchema = TSchema> {
  type: 'call'
  input: In
  output: Out
}
export interface StreamSpec<In extends TSchema = TSchema, Event extends TSchema = TSchema> {
  type: 'stream'
  input: In
  event: Event
}
export type Contract = Record<string, CallSpec | StreamSpec>

export const call = <In extends TSchema, Out extends TSchema>(input: In, output: Out): CallSpec<In, Out> => ({
  type: 'call',
  input,
  output,
})
export const stream = <In extends TSchema, Event extends TSchema>(input: In, event: Event): StreamSpec<In, Event> => ({
  type: 'stream',
  input,
  event,
})

/** The host's implementation. A stream handler emits until its signal aborts, then returns. */
export type Impl<C extends Contract> = {
  [K in keyof C]: C[K] extends CallSpec<infer In, infer Out>
    ? (input: Static<In>, signal: StopSignal) => Promise<Static<Out>>
    : C[K] extends StreamSpec<infer In, infer Event>
      ? (input: Static<In>, emit: (event: Static<Event>) => Promise<void>, signal: StopSignal) => Promise<void>
      : never
}

/** The renderer's view. `emit` of a stream resolves when there is room: a slow page slows its host down. */
export type Client<C extends Contract> = {
  [K in keyof C]: C[K] extends CallSpec<infer In, infer Out>
    ? (input: Static<In>, signal?: StopSignal) => Promise<Static<Out>>
    : C[K] extends StreamSpec<infer In, infer Event>
      ? (input: Static<In>, signal?: StopSignal) => AsyncIterable<Static<Event>>
      : never
}

/** A message channel: a WebSocket, a MessagePort of the page, or Electron's MessagePortMain. */
export interface Port {
  post(message: unknown): void
  /** The listener may return a promise that settles when the message is no longer needed. */
  onMessage(listener: (message: unknown) => unknown): void
  onClose(listener: () => void): void
  close(): void
}
