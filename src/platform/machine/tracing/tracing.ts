/**
 * Spans of the platform's work, by OpenTelemetry. Without a provider, which `open-tracing.ts` registers on request, they are not recorded
 * and cost next to nothing.
 */
import {
  type Attributes,
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  type SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'

export interface SpanOptions {
  attributes?: Attributes
  kind?: SpanKind
  /** The `traceparent` of the work that caused it (W3C Trace Context); the present span when omitted. */
  parent?: string | null
}

/** Records the work as a span; a rejection is its error. */
export function traced<T>(name: string, work: (span: Span) => Promise<T>, options: SpanOptions = {}): Promise<T> {
  const { parent, ...given } = options
  const from = parent ? contextOf({ traceparent: parent }) : context.active()
  return trace.getTracer('sightline').startActiveSpan(name, given, from, async (span) => {
    try {
      return await work(span)
    } catch (error) {
      failed(span, error instanceof Error ? error.message : String(error))
      throw error
    } finally {
      span.end()
    }
  })
}

export const failed = (span: Span, message: string): void => {
  span.setStatus({ code: SpanStatusCode.ERROR, message })
}

export const contextOf = (carrier: object): Context => propagation.extract(ROOT_CONTEXT, carrier)

/** The `traceparent` of the present span, for work that another process does later; null when nothing is recorded. */
export function traceparent(): string | null {
  const carrier: { traceparent?: string } = {}
  propagation.inject(context.active(), carrier)
  return carrier.traceparent ?? null
}
